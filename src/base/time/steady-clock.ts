import { type Clock, systemClock } from './clock.ts';

/** A jump, and not what two clocks differ by. */
const JUMP_MS = 1000;

/**
 * The time of a clock that may be set back, without that: from then on it is ahead of it by as much. What
 * waits until a time would else wait for as long more, and whoever follows a job would not hear of its end.
 *
 * @param wall milliseconds since the Unix epoch
 * @param steady milliseconds since any moment, on a clock that nobody sets
 */
export function withoutGoingBack(wall: () => number, steady: () => number): () => number {
  let wallMs = wall();
  let steadyMs = steady();
  let aheadMs = 0;
  return () => {
    const [wallBefore, steadyBefore] = [wallMs, steadyMs];
    wallMs = wall();
    steadyMs = steady();
    const backMs = wallBefore + steadyMs - steadyBefore - wallMs;
    if (backMs > JUMP_MS) aheadMs += backMs;
    return wallMs + aheadMs;
  };
}

/** The time of this computer for what waits: it is not set back while the process runs. */
export const steadyClock: Clock = {
  now: withoutGoingBack(systemClock.now, () => process.uptime() * 1000),
  after: systemClock.after,
};
