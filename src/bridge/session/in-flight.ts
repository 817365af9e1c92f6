import { stringifyJson } from '../../base/json/lossless.ts';
import type { RpcId } from '../json-rpc.ts';

type Work = (signal: AbortSignal) => Promise<void>;

/** Requests of the assistant that are being answered. */
export interface InFlight {
  /** Runs `work` with a signal that aborts when the request is cancelled. */
  run(id: RpcId, work: Work): Promise<void>;
  /** Runs what goes to the service; beyond 64 it waits, and is not run once its signal has aborted. */
  inTurn(signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Cancels what has this id; what it would still say is not sent. Gives whether there was one. */
  cancel(id: RpcId): boolean;
  /** Resolves when nothing is being answered. */
  idle(): Promise<void>;
}

const AT_ONCE = 64;

export function createInFlight(): InFlight {
  /** With the id that each was given; an assistant may give one twice. */
  const open = new Map<AbortController, string>();
  const waiting: (() => void)[] = [];
  const idleWaiters: (() => void)[] = [];
  let running = 0;

  async function run(id: RpcId, work: Work): Promise<void> {
    const abort = new AbortController();
    open.set(abort, stringifyJson(id));
    try {
      await work(abort.signal);
    } finally {
      open.delete(abort);
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
      const asked = [...open].filter(([, other]) => other === key);
      for (const [abort] of asked) {
        abort.abort();
        open.delete(abort);
      }
      return asked.length > 0;
    },
    idle() {
      if (open.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
      });
    },
  };
}
