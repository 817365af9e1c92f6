import { stringifyJson } from '../contract/lossless-json.ts';
import type { RpcId } from './json-rpc.ts';

type Work = (signal: AbortSignal) => Promise<void>;

/** Requests of the assistant that are being answered. */
export interface InFlight {
  /** Runs `work` with a signal that aborts when the request is cancelled. */
  run(id: RpcId, work: Work): Promise<void>;
  /** Runs what goes to the service; beyond 64 it waits, and is not run once its signal has aborted. */
  inTurn(signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Cancels a request; what it would still say is not sent. Gives whether there was one. */
  cancel(id: RpcId): boolean;
  /** Resolves when nothing is being answered. */
  idle(): Promise<void>;
}

const AT_ONCE = 64;

export function createInFlight(): InFlight {
  const open = new Map<string, AbortController>();
  const waiting: (() => void)[] = [];
  const idleWaiters: (() => void)[] = [];
  let running = 0;

  async function run(id: RpcId, work: Work): Promise<void> {
    const abort = new AbortController();
    const key = stringifyJson(id);
    open.set(key, abort);
    try {
      await work(abort.signal);
    } finally {
      if (open.get(key) === abort) open.delete(key);
      if (open.size === 0) for (const resolve of idleWaiters.splice(0)) resolve();
    }
  }

  async function inTurn(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    if (running < AT_ONCE) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      if (!signal.aborted) await work();
    } finally {
      // Whoever is next takes over this place, before anybody who comes now.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return {
    run,
    inTurn,
    cancel(id) {
      const key = stringifyJson(id);
      const abort = open.get(key);
      abort?.abort();
      open.delete(key);
      return abort !== undefined;
    },
    idle() {
      if (open.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
      });
    },
  };
}
