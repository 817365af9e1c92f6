/** By so much the clocks of processes may differ, and be put right. */
const CORRECTION_MS = 60_000;

/**
 * The latest that what lasts for `lastsMs` can end, as far as is known at `now`: what ends later began
 * by a clock that was set back since, and how long it has lasted is not known.
 */
export function latestEnd(now: number, lastsMs: number): number {
  return now + lastsMs + CORRECTION_MS;
}

/** Whether the time of what lasts for `lastsMs`, until `endsAt`, is over at `now` or not known any more. */
export function isOver(endsAt: number, now: number, lastsMs: number): boolean {
  return endsAt <= now || endsAt > latestEnd(now, lastsMs);
}
