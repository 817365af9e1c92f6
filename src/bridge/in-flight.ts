import type { RpcId } from './json-rpc.ts';

/** Requests of the assistant that are being answered. */
export interface InFlight {
  /** Runs `work` with a signal that aborts when the request is cancelled; beyond 64 it waits. */
  run(id: RpcId, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Cancels a request; what it would still say is not sent. Gives whether there was one. */
  cancel(id: RpcId): boolean;
  cancelAll(): void;
  /** Resolves when nothing is being answered. */
  idle(): Promise<void>;
}

const AT_ONCE = 64;

export function createInFlight(): InFlight {
  const open = new Map<RpcId, AbortController>();
  const waiting: (() => void)[] = [];
  const idleWaiters: (() => void)[] = [];
  let running = 0;

  return {
    async run(id, work) {
      const abort = new AbortController();
      open.set(id, abort);
      if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
      running += 1;
      try {
        if (!abort.signal.aborted) await work(abort.signal);
      } finally {
        running -= 1;
        if (open.get(id) === abort) open.delete(id);
        waiting.shift()?.();
        if (open.size === 0) for (const resolve of idleWaiters.splice(0)) resolve();
      }
    },
    cancel(id) {
      const abort = open.get(id);
      abort?.abort();
      open.delete(id);
      return abort !== undefined;
    },
    cancelAll() {
      for (const abort of open.values()) abort.abort();
    },
    idle() {
      if (open.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
      });
    },
  };
}
