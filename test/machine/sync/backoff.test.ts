import { expect, test } from 'vitest';
import { backoffMs } from '../../../src/machine/sync/backoff.ts';

test.each([
  [1, 250, 500],
  [2, 500, 1_000],
  [5, 4_000, 8_000],
  [8, 30_000, 60_000],
  [500, 30_000, 60_000],
])('after %i failures the machine waits %i to %i ms', (failures, least, most) => {
  const facts = { failures, retryAfterMs: undefined };
  expect(backoffMs({ ...facts, random: 0 })).toBe(least);
  expect(backoffMs({ ...facts, random: 0.999_999_9 })).toBe(most);
});

test('what the server asks for is the least, and a fleet does not come back all at once', () => {
  expect(backoffMs({ failures: 1, retryAfterMs: 7_000, random: 0 })).toBe(7_000);
  expect(backoffMs({ failures: 1, retryAfterMs: 7_000, random: 0.5 })).toBe(7_500);
  expect(backoffMs({ failures: 9, retryAfterMs: 7_000, random: 0 })).toBe(30_000);
  expect(backoffMs({ failures: 1, retryAfterMs: 0, random: 0 })).toBe(250);
});

test.each([60_000, 61_000, 86_400_000, 3_000_000_000])(
  'a server that asks for %i ms is asked again after a minute: it may be back long before',
  (retryAfterMs) => {
    expect(backoffMs({ failures: 1, retryAfterMs, random: 0 })).toBe(60_000);
    expect(backoffMs({ failures: 1, retryAfterMs, random: 0.5 })).toBe(60_500);
  },
);
