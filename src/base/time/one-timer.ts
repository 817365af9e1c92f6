import type { Clock } from './clock.ts';

interface Limit {
  readonly dueMs: number;
  readonly action: () => void;
  /** Its place in the list; -1 once it waits no more. */
  at: number;
}

/**
 * A clock with one timer for all that waits on it, for limits that are nearly never reached: to set and
 * to stop a timer for each request costs more than to look through those that wait when one is due. A
 * stopped one leaves the timer set, and so keeps the process alive as long as it would have.
 *
 * @param steadyMs milliseconds since any moment, on a clock that nobody sets
 */
export function withOneTimer(clock: Clock, steadyMs: () => number): Clock {
  const waiting: Limit[] = [];
  let timerMs = Number.POSITIVE_INFINITY;
  let stopTimer = (): void => {};

  function wakeAt(dueMs: number): void {
    if (dueMs >= timerMs) return;
    stopTimer();
    timerMs = dueMs;
    stopTimer = clock.after(Math.max(0, Math.ceil(dueMs - steadyMs())), wake);
  }

  function wake(): void {
    timerMs = Number.POSITIVE_INFINITY;
    const nowMs = steadyMs();
    const due = waiting.filter(({ dueMs }) => dueMs <= nowMs);
    for (const each of due) remove(each);
    for (const { dueMs } of waiting) wakeAt(dueMs);
    for (const { action } of due) action();
  }

  /** The last one takes its place. */
  function remove(one: Limit): void {
    const last = one.at === -1 ? undefined : waiting.pop();
    if (last === undefined) return;
    if (last !== one) waiting[one.at] = last;
    last.at = one.at;
    one.at = -1;
  }

  return {
    now: clock.now,
    after(delayMs, action) {
      const one = { dueMs: steadyMs() + delayMs, action, at: waiting.length };
      waiting.push(one);
      wakeAt(one.dueMs);
      return () => remove(one);
    },
  };
}
