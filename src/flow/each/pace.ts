import type { Clock } from '../../base/time/clock.ts';
import { pause } from '../../base/time/pause.ts';
import { REQUESTS_PER_MINUTE } from '../../contract/limits.ts';

const WINDOW_MS = 60_000;
/** A tenth of the limit is left for what else the key is used for. */
const REQUESTS_MAX = Math.floor(REQUESTS_PER_MINUTE * 0.9);

/** Lets requests go at the speed that the rate limit of a key allows (specification, "Limits"). */
export interface Pace {
  /** Waits for a place. Gives false where `signal` aborted before there was one. */
  take(signal?: AbortSignal): Promise<boolean>;
  /** Nothing goes for so long: the service has said that it is too much. */
  hold(holdMs: number): void;
}

/** A pace of 540 requests in any 60 seconds, first come first served. */
export function createPace(clock: Clock): Pace {
  const taken: number[] = [];
  let heldUntil = 0;

  function nextAt(nowMs: number): number {
    while ((taken[0] ?? nowMs) <= nowMs - WINDOW_MS) taken.shift();
    const oldest = taken.length < REQUESTS_MAX ? undefined : taken[0];
    return Math.max(heldUntil, oldest === undefined ? 0 : oldest + WINDOW_MS);
  }

  return {
    async take(signal) {
      for (;;) {
        if (signal?.aborted) return false;
        const nowMs = clock.now();
        const at = nextAt(nowMs);
        if (at <= nowMs) {
          taken.push(nowMs);
          return true;
        }
        if (!(await pause(clock, at - nowMs, signal))) return false;
      }
    },
    hold(holdMs) {
      heldUntil = Math.max(heldUntil, clock.now() + holdMs);
    },
  };
}
