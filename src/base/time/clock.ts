/** Time as a parameter: whatever waits or stamps takes one of these, so that no test sleeps. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `action` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, action: () => void): () => void;
  /** Milliseconds since any moment, on a clock that nobody sets; without it nobody sets this one. */
  steady?(): number;
}

/** A longer delay would overflow in Node and fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** The time of this computer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, action) {
    const timer = setTimeout(action, Math.min(delayMs, TIMER_MS_MAX));
    return () => clearTimeout(timer);
  },
};

/** The time of this computer, with timers that do not keep the process alive. */
export const backgroundClock: Clock = {
  now: systemClock.now,
  after(delayMs, action) {
    const timer = setTimeout(action, Math.min(delayMs, TIMER_MS_MAX));
    timer.unref();
    return () => clearTimeout(timer);
  },
  steady: () => process.uptime() * 1000,
};
