import type { Clock } from '../../../base/time/clock.ts';

/** How long the first of a batch waits for others to join it. */
interface BatchDelay {
  /** Resolves once enough have joined or the time for it is over; undefined where none is to wait. */
  wait(waiting: number): Promise<void> | undefined;
  /** Is told of each that joins, with how many wait then. */
  joined(waiting: number): void;
  /** Is told of each batch how many it had, and how long it took. */
  ended(size: number, tookMs: number): void;
}

/** In a batch of so many, each bears little of what it costs. */
const ENOUGH = 12;
const WAIT_MS_MAX = 30;
/** A batch waits so many times the delay that a busy computer or database causes. */
const WAIT_SHARE = 6;
/** Where the batches had fewer than this lately, on average, one would wait in vain. */
const SIZE_MIN = 1.5;
/** What the newest batch weighs beside all before, in an average that follows quickly or slowly. */
const NEWEST_SHARE = 0.2;
const RISING_SHARE = 0.001;

/**
 * Delays a batch only while others joined lately, and by how much longer than at its quickest it
 * took lately: hardly at all on a computer that has time, and where it has none, a statement for each of a
 * few costs them more than the wait. That is so above all where several processes share the callers.
 */
export function createBatchDelay(clock: Clock): BatchDelay {
  let usualSize = 1;
  let usualMs = 0;
  let quickestMs = Number.POSITIVE_INFINITY;
  let goOn = (): void => {};

  return {
    wait(waiting) {
      const waitMs = Math.min((usualMs - quickestMs) * WAIT_SHARE, WAIT_MS_MAX);
      if (usualSize < SIZE_MIN || waiting >= ENOUGH || waitMs < 1) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(waitMs, resolve);
      goOn = () => {
        cancel();
        resolve();
      };
      return promise;
    },
    joined(waiting) {
      if (waiting >= ENOUGH) goOn();
    },
    ended(size, tookMs) {
      const ms = Math.max(tookMs, 0);
      usualSize += (size - usualSize) * NEWEST_SHARE;
      usualMs += (ms - usualMs) * NEWEST_SHARE;
      if (ms < quickestMs) quickestMs = ms;
      else quickestMs += (ms - quickestMs) * RISING_SHARE;
    },
  };
}
