import type { Clock } from '../../../base/time/clock.ts';

/** How long who comes first waits for others, before what they ask for is done together. */
interface Company {
  /** Resolves once enough of them wait or the time for it is over; nothing for who need not wait. */
  gathered(waiting: number): Promise<void> | undefined;
  /** Is told of each that comes, with how many wait then. */
  joined(waiting: number): void;
  /** Is told for how many it was done together, and how long that took. */
  done(together: number, tookMs: number): void;
}

/** Among so many, each bears little of what is done once for all of them. */
const ENOUGH = 12;
const WAIT_MS_MAX = 30;
/** For one delay that a busy computer or database causes, so many are waited for others. */
const WAIT_SHARE = 6;
/** On average fewer than this came lately: they would wait in vain. */
const COMPANY_MIN = 1.5;
/** What the newest one weighs beside all before, of what changes quickly and of what does not. */
const NEWEST_SHARE = 0.2;
const RISING_SHARE = 0.001;

/**
 * Waits for others only while others came lately, and by how much longer than at its quickest it took
 * lately: hardly at all on a computer that has time, and where it has none, a statement for each
 * of a few costs them more than the wait. That is so above all where several processes share the callers.
 */
export function createCompany(clock: Clock): Company {
  let lately = 1;
  let usualMs = 0;
  let quickestMs = Number.POSITIVE_INFINITY;
  let goOn = (): void => {};

  return {
    gathered(waiting) {
      const waitMs = Math.min((usualMs - quickestMs) * WAIT_SHARE, WAIT_MS_MAX);
      if (lately < COMPANY_MIN || waiting >= ENOUGH || waitMs < 1) return undefined;
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
    done(together, tookMs) {
      const ms = Math.max(tookMs, 0);
      lately += (together - lately) * NEWEST_SHARE;
      usualMs += (ms - usualMs) * NEWEST_SHARE;
      if (ms < quickestMs) quickestMs = ms;
      else quickestMs += (ms - quickestMs) * RISING_SHARE;
    },
  };
}
