import type { Clock } from '../../../src/base/time/clock.ts';

/** Time goes this much faster for the client, so that its pauses and limits cost little. */
export const SPEED = 10;

/** The clock of a client for which time goes faster. */
export function fastClock(): Clock {
  const startedAt = Date.now();
  return {
    now: () => startedAt + (Date.now() - startedAt) * SPEED,
    after(delayMs, action) {
      const timer = setTimeout(action, delayMs / SPEED);
      return () => clearTimeout(timer);
    },
  };
}
