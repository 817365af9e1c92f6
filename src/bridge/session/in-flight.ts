import { stringifyJson } from '../../base/json/lossless.ts';
import type { RpcId } from '../json-rpc.ts';
import { createTurns } from '../turns.ts';

type Work = (signal: AbortSignal) => Promise<void>;

/** The requests of the assistant that have no response yet. */
export interface InFlight {
  /** Runs `work` with a signal that aborts when the request is cancelled. */
  run(id: RpcId, work: Work): Promise<void>;
  /** Runs `work`, at most 64 of a lane at once; the next ones wait, and are dropped if their signal aborts. */
  inTurn(lane: Lane, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Cancels the request of this id, which then gets no response. Gives whether there was one. */
  cancel(id: RpcId): boolean;
  /** Counts `work` that hands on what a person answered as a request without a response, until it is over. */
  hold<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is held. */
  handedOn(): Promise<void>;
  /** Resolves when every request has its response. */
  idle(): Promise<void>;
}

/** Reads that are over soon never wait behind calls that may take long. */
export type Lane = 'quick' | 'long';

const AT_ONCE = 64;

interface OpenRequest {
  readonly id: RpcId;
  readonly abort: AbortController;
  /** Its place in the list. */
  at: number;
}

/** Makes the list of requests in flight of one session. */
export function createInFlight(): InFlight {
  // No Map: V8 makes a new table for it every few requests, and each old one keeps all the later ones,
  // with what they held, until the whole heap is collected.
  const open: OpenRequest[] = [];
  const lanes = { quick: createTurns(AT_ONCE), long: createTurns(AT_ONCE) };
  const idleWaiters: (() => void)[] = [];
  const held = createHeldWork(endIdle);

  function endIdle(): void {
    if (open.length === 0 && held.count() === 0)
      for (const resolve of idleWaiters.splice(0)) resolve();
  }

  async function run(id: RpcId, work: Work): Promise<void> {
    const request = { id, abort: new AbortController(), at: open.length };
    open.push(request);
    try {
      await work(request.abort.signal);
    } finally {
      remove(request);
      endIdle();
    }
  }

  /** The last one takes its place. A cancelled request is not there any more. */
  function remove(request: OpenRequest): void {
    if (open[request.at] !== request) return;
    const last = open.pop();
    if (last === undefined || last === request) return;
    open[request.at] = last;
    last.at = request.at;
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
      const text = stringifyJson(id);
      // An assistant may use an id twice.
      const cancelled = open.filter((request) => stringifyJson(request.id) === text);
      for (const request of cancelled) remove(request);
      for (const { abort } of cancelled) abort.abort();
      return cancelled.length > 0;
    },
    hold: held.hold,
    handedOn: held.handedOn,
    idle() {
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
        endIdle();
      });
    },
  };
}

/** The work that is held; `onEnd` is called when one is over. */
function createHeldWork(
  onEnd: () => void,
): Pick<InFlight, 'handedOn' | 'hold'> & { readonly count: () => number } {
  const waiters: (() => void)[] = [];
  let count = 0;
  return {
    count: () => count,
    async hold(work) {
      count += 1;
      try {
        return await work;
      } finally {
        count -= 1;
        if (count === 0) for (const resolve of waiters.splice(0)) resolve();
        onEnd();
      }
    },
    async handedOn() {
      while (count > 0) {
        await new Promise<void>((resolve) => waiters.push(resolve));
        // By then the next step of an answer is held, and the response to it is written.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
