import { backgroundClock, type Clock, systemClock } from '../base/time/clock.ts';

/** While the clock stands in the past, no timer of this length or more runs. */
const LONG_MS = { server: 1000, machines: 15_000 };

/** The time of a fleet that begins in the past and comes to the present by leaps. */
export interface PastClock {
  /**
   * Nothing that is due after a second or later happens before the present: in each leap every
   * machine would count as offline until it has synced.
   */
  readonly server: Clock;
  /** Pauses of their work run as always; a look at the schedules would make up for those leapt over. */
  readonly machines: Clock;
  /** Leaps to this long before the present; forward only. */
  leapTo(agoMs: number): void;
  /** Starts the timers that waited for the present, which the last leap reached. */
  arrive(): void;
}

interface HeldTimer {
  readonly delayMs: number;
  readonly action: () => void;
}

/** A clock that stands this long before the present; one that stands there has arrived. */
export function createPastClock(agoMs: number): PastClock {
  let behindMs = agoMs;
  let hasArrived = agoMs === 0;
  const waiting = new Map<HeldTimer, () => void>();
  const now = () => systemClock.now() - behindMs;

  function afterArrival(delayMs: number, action: () => void): () => void {
    const timer = { delayMs, action };
    waiting.set(timer, () => waiting.delete(timer));
    return () => waiting.get(timer)?.();
  }

  const holding = (longMs: number): Clock => ({
    now,
    after: (delayMs, action) =>
      hasArrived || delayMs < longMs
        ? backgroundClock.after(delayMs, action)
        : afterArrival(delayMs, action),
  });

  return {
    server: holding(LONG_MS.server),
    machines: holding(LONG_MS.machines),
    leapTo(agoMs) {
      behindMs = agoMs;
    },
    arrive() {
      hasArrived = true;
      for (const timer of waiting.keys()) {
        waiting.set(timer, backgroundClock.after(timer.delayMs, timer.action));
      }
    },
  };
}
