import { stringifyJson } from '../../base/json/lossless.ts';
import type { RpcId } from '../json-rpc.ts';

type Work = (signal: AbortSignal) => Promise<void>;

/** The requests of the assistant that have no response yet. */
export interface InFlight {
  /** Runs `work` with a signal that aborts when the request is cancelled. */
  run(id: RpcId, work: Work): Promise<void>;
  /** Runs `work`, at most 64 of a lane at once; the next ones wait, and are dropped if their signal aborts meanwhile. */
  inTurn(lane: Lane, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Cancels the request of this id, which then gets no response. Gives whether there was one. */
  cancel(id: RpcId): boolean;
  /** Resolves when every request has its response. */
  idle(): Promise<void>;
}

/** Reads that are over soon never wait behind calls that may take long. */
export type Lane = 'quick' | 'long';

const AT_ONCE = 64;

/** Makes the list of requests in flight of one session. */
export function createInFlight(): InFlight {
  /** By the id of each as JSON; an assistant may use one twice. */
  const open = new Map<string, Set<AbortController>>();
  const lanes = { quick: createLane(), long: createLane() };
  const idleWaiters: (() => void)[] = [];

  async function run(id: RpcId, work: Work): Promise<void> {
    const abort = new AbortController();
    const key = stringifyJson(id);
    const ofThisId = open.get(key) ?? new Set();
    open.set(key, ofThisId.add(abort));
    try {
      await work(abort.signal);
    } finally {
      ofThisId.delete(abort);
      if (ofThisId.size === 0 && open.get(key) === ofThisId) open.delete(key);
      if (open.size === 0) for (const resolve of idleWaiters.splice(0)) resolve();
    }
  }

  return {
    run,
    async inTurn(lane, signal, work) {
      const { enter, leave } = lanes[lane];
      const turn = enter();
      if (turn !== undefined) await turn;
      try {
        if (!signal.aborted) await work();
      } finally {
        leave();
      }
    },
    cancel(id) {
      const key = stringifyJson(id);
      const cancelled = open.get(key);
      if (cancelled === undefined) return false;
      open.delete(key);
      for (const abort of cancelled) abort.abort();
      return true;
    },
    idle() {
      if (open.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
      });
    },
  };
}

/** Places for 64. */
interface LanePlaces {
  /** Takes one; where none is free, gives a promise for one. */
  enter(): Promise<void> | undefined;
  leave(): void;
}

function createLane(): LanePlaces {
  const waiting: (() => void)[] = [];
  let running = 0;

  function leave(): void {
    // The first one in the queue takes over this place, before any new one.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    enter() {
      if (running >= AT_ONCE) return new Promise<void>((resolve) => waiting.push(resolve));
      running += 1;
      return undefined;
    },
    leave,
  };
}
