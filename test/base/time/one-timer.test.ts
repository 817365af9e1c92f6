import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withOneTimer } from '../../../src/base/time/one-timer.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

function oneTimer() {
  const clock = createFakeClock(0);
  return { clock, one: withOneTimer(clock, clock.now) };
}

/** What happens to a clock: a wait begins, the one of that place ends, or time passes. */
const STEPS = fc.array(
  fc.oneof(
    fc.record({ wait: fc.nat(100) }),
    fc.record({ stop: fc.nat(30) }),
    fc.record({ pass: fc.nat(60) }),
  ),
  { maxLength: 60 },
);

test('whatever waits is called when it is due and once, and what was stopped is not', () => {
  fc.assert(
    fc.property(STEPS, (steps) => {
      const { clock, one } = oneTimer();
      const own = createFakeClock(0);
      const called: string[][] = [[], []];
      const stops: (() => void)[] = [];
      for (const step of steps) {
        if ('wait' in step) {
          const name = stops.length;
          const each = [one, own].map((waits, of) =>
            waits.after(step.wait, () => called[of]?.push(`${name} at ${waits.now()}`)),
          );
          stops.push(() => each.forEach((stop) => void stop()));
        } else if ('stop' in step) stops[step.stop]?.();
        else for (const each of [clock, own]) each.advance(step.pass);
        expect(called[0]?.toSorted()).toEqual(called[1]?.toSorted());
        expect(clock.timers).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('a timer that fires before its time, as those of Node do, is set again for the rest', () => {
  const { clock, one } = oneTimer();
  const steady = { ms: 0 };
  const early = withOneTimer(clock, () => steady.ms);
  let called = 0;
  early.after(100, () => {
    called += 1;
  });
  steady.ms = 99.5;
  clock.advance(100);
  expect([called, clock.timers]).toEqual([0, 1]);
  steady.ms = 100.5;
  clock.advance(1);
  expect([called, clock.timers]).toEqual([1, 0]);
  expect(one.now()).toBe(101);
});

test('what is begun by an action waits its own time', () => {
  const { clock, one } = oneTimer();
  const called: number[] = [];
  one.after(10, () => {
    called.push(clock.now());
    one.after(5, () => called.push(clock.now()));
  });
  one.after(30, () => called.push(clock.now()));
  clock.advance(40);
  expect(called).toEqual([10, 15, 30]);
});

test('what is over already by the time that its timer is set waits for no negative time', () => {
  const delays: number[] = [];
  let steadyMs = 0;
  const clock = createFakeClock(0);
  const noted = {
    ...clock,
    after(delayMs: number, action: () => void) {
      delays.push(delayMs);
      return clock.after(delayMs, action);
    },
  };
  const one = withOneTimer(noted, () => (steadyMs += 30));
  one.after(5, () => {});
  expect(delays).toEqual([0]);
});
