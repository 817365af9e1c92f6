import { REQUESTS_PER_MINUTE } from '../../contract/limits.ts';

import type { Store } from '../database/store.ts';

const WINDOW_MS = 60_000;

/** Counts requests per holder of a credential; kept behind an interface so that it can be shared. */
export interface RateLimit {
  /**
   * Counts a request that arrives at `nowMs`. Gives 0 where it is within the limit, else the whole
   * seconds after which the next one is accepted; a refused request is not counted.
   */
  take(holder: string, nowMs: number): Promise<number>;
  /** The same of an API key, looked up on the way, where requests are counted in its database. */
  readonly takeKey?: Store['countKey'];
}

/** The arrivals of one holder, the oldest overwritten by the newest. */
interface Arrivals {
  readonly times: Float64Array;
  next: number;
  newest: number;
}

/**
 * A limit of 600 requests in any 60 seconds (specification, "Limits"), counted in this process. That
 * is exact on SQLite, whose data folder one server owns, and spares every read a write; servers
 * that share a database count in it (`database/postgres/count-requests.ts`).
 */
export function createRateLimit(): RateLimit {
  const arrivalsOf = new Map<string, Arrivals>();
  let sweepAt = 0;

  function sweep(nowMs: number): void {
    if (nowMs < sweepAt) return;
    sweepAt = nowMs + WINDOW_MS;
    for (const [holder, { newest }] of arrivalsOf) {
      if (newest + WINDOW_MS <= nowMs) arrivalsOf.delete(holder);
    }
  }

  return {
    async take(holder, nowMs) {
      sweep(nowMs);
      const known = arrivalsOf.get(holder);
      const arrivals = known !== undefined && !wasSetBack(known, nowMs) ? known : newArrivals();
      arrivalsOf.set(holder, arrivals);
      const freeAt = (arrivals.times[arrivals.next] ?? 0) + WINDOW_MS;
      if (freeAt > nowMs) return Math.ceil((freeAt - nowMs) / 1000);
      arrivals.times[arrivals.next] = nowMs;
      arrivals.next = (arrivals.next + 1) % REQUESTS_PER_MINUTE;
      arrivals.newest = nowMs;
      return 0;
    },
  };
}

/** A clock that was set back makes no window longer; requests that are counted at once may swap places. */
function wasSetBack({ newest }: Arrivals, nowMs: number): boolean {
  return newest - nowMs > 1000;
}

function newArrivals(): Arrivals {
  return {
    times: new Float64Array(REQUESTS_PER_MINUTE).fill(Number.NEGATIVE_INFINITY),
    next: 0,
    newest: 0,
  };
}
