import { expect, test } from 'vitest';
import { rfc3339 } from '../../../src/base/time/rfc3339.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('a moment is written as the engine writes it, whichever was written before', () => {
  const days = [-141_428, -1, 0, 1, 11_016, 19_723, 20_000, 2_932_896, 2_932_897];
  const within = [-0.5, 0, 0.5, 1, 59_999, 60_000, 3_599_999, 36_000_010, DAY_MS - 1, DAY_MS];
  const moments = days.flatMap((day) => within.map((ms) => day * DAY_MS + ms));
  for (const ms of [-0.5, -1, ...moments, ...moments.toReversed()]) {
    expect(rfc3339(ms), String(ms)).toBe(new Date(ms).toISOString());
  }
});

test('no moment is null, and what is no moment is refused', () => {
  expect(rfc3339(null)).toBe(null);
  expect(rfc3339(1_767_225_600_000)).toBe('2026-01-01T00:00:00.000Z');
  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1]) {
    expect(() => rfc3339(ms)).toThrow(RangeError);
  }
});
