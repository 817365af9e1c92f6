import type { Clock } from '../../src/base/time/clock.ts';

interface Timer {
  readonly at: number;
  readonly action: () => void;
}

/** A clock that moves only when told; its timers fire in order while it does. */
export interface FakeClock extends Clock {
  /** Moves time on and fires every timer that falls due on the way. */
  advance(ms: number): void;
  /** Moves time on as a computer that slept: each timer that fell due fires once, late. */
  sleep(ms: number): void;
  /** How many timers have not fired. */
  readonly timers: number;
}

/** Stands at noon, UTC, on 1 October 2026. */
export function createFakeClock(startMs = Date.UTC(2026, 9, 1, 12)): FakeClock {
  let now = startMs;
  const timers = new Set<Timer>();

  function nextDue(until: number): Timer | undefined {
    const due = [...timers].filter((timer) => timer.at <= until);
    return due.sort((a, b) => a.at - b.at)[0];
  }

  return {
    now: () => now,
    get timers() {
      return timers.size;
    },
    after(delayMs, action) {
      const timer = { at: now + delayMs, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const until = now + ms;
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        timers.delete(timer);
        now = Math.max(now, timer.at);
        timer.action();
      }
      now = until;
    },
    sleep(ms) {
      now += ms;
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer);
        timer.action();
      }
    },
  };
}
