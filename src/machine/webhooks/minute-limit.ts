/** Counts what may happen so often in a minute. */
export interface MinuteLimit {
  /** Counts one; gives 0 where it is within the limit, else the seconds until it may be tried again. */
  take(key: string, nowMs: number): number;
}

/** More keys than this in a minute are somebody who makes them up: another is over the limit. */
const KEYS_MAX = 10_000;

const MINUTE_MS = 60_000;

/** A limit of `countMax` in each minute of the clock for each key. */
export function createMinuteLimit(countMax: number): MinuteLimit {
  const counts = new Map<string, number>();
  let minute = Number.NaN;
  return {
    take(key, nowMs) {
      const present = Math.floor(nowMs / MINUTE_MS);
      if (present !== minute) counts.clear();
      minute = present;
      const count = counts.get(key) ?? (counts.size < KEYS_MAX ? 0 : countMax);
      if (count >= countMax) return Math.ceil(((present + 1) * MINUTE_MS - nowMs) / 1000);
      counts.set(key, count + 1);
      return 0;
    },
  };
}
