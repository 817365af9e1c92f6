import { onTestFinished } from 'vitest';
import type { Clock } from '../../../src/base/time/clock.ts';

/**
 * The clock, on which nothing begins any more when this test has ended: a session has no end but that of its
 * process, and where waits take no time it would look for its tasks for as long as other tests run.
 */
export function clockOfTest(clock: Clock): Clock {
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  return {
    now: () => clock.now(),
    after: (delayMs, action) =>
      isOver ? () => {} : clock.after(delayMs, () => (isOver ? undefined : action())),
  };
}
