import type { Clock } from '../contract/clock.ts';

const TIMER_MS_MAX = 2 ** 31 - 1;

/** The time of this computer; its timers keep no process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, action) {
    const timer = setTimeout(action, Math.min(delayMs, TIMER_MS_MAX));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
