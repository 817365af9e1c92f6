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
