import { createFakeClock, type FakeClock } from './fake-clock.ts';

export interface SkippingClock extends FakeClock {
  /** The delays that were skipped, in order. */
  readonly waited: readonly number[];
}

/**
 * A fake clock on which a wait of at most `skipUpToMs` passes at once: pauses between tries take no
 * time, while the longer time limits of requests run only by `advance`.
 */
export function createSkippingClock({ skipUpToMs = 20_000 } = {}): SkippingClock {
  const clock = createFakeClock();
  const waited: number[] = [];
  return {
    ...clock,
    waited,
    after(delayMs, action) {
      const dueAt = clock.now() + delayMs;
      let open = true;
      const cancel = clock.after(delayMs, () => {
        open = false;
        action();
      });
      if (delayMs <= skipUpToMs) {
        setImmediate(() => {
          if (!open) return;
          waited.push(delayMs);
          clock.advance(Math.max(0, dueAt - clock.now()));
        });
      }
      return () => {
        open = false;
        cancel();
      };
    },
  };
}
