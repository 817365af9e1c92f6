import { expect, test } from 'vitest';
import { withoutGoingBack } from '../../../src/base/time/steady-clock.ts';

/** A clock that can be set, and one that cannot. */
function twoClocks() {
  const time = { wallMs: 1_000_000, steadyMs: 0 };
  const now = withoutGoingBack(
    () => time.wallMs,
    () => time.steadyMs,
  );
  const pass = (ms: number, setByMs = 0): number => {
    time.wallMs += ms + setByMs;
    time.steadyMs += ms;
    return now();
  };
  return { pass };
}

test('a clock that is set back goes on as if it was not, each time', () => {
  const { pass } = twoClocks();
  expect(pass(500)).toBe(1_000_500);
  expect(pass(500, -3_600_000)).toBe(1_001_000);
  expect(pass(500)).toBe(1_001_500);
  expect(pass(0, -10_000)).toBe(1_001_500);
  expect(pass(250)).toBe(1_001_750);
});

test('a clock that is set forward is followed, as after a sleep of the computer', () => {
  const { pass } = twoClocks();
  expect(pass(500, 3_600_000)).toBe(4_600_500);
  expect(pass(500)).toBe(4_601_000);
});

test('what two clocks differ by adds up to nothing', () => {
  const { pass } = twoClocks();
  for (let second = 0; second < 100; second += 1) pass(1000, -20);
  expect(pass(0)).toBe(1_000_000 + 100 * 980);
});
