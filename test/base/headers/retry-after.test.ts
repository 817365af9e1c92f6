import { expect, test } from 'vitest';
import { retryAfterMs } from '../../../src/base/headers/retry-after.ts';

const NOON = Date.UTC(2026, 9, 1, 12);

test.each([
  ['30', 30_000],
  [' 30 ', 30_000],
  ['0', 0],
  ['Thu, 01 Oct 2026 12:00:40 GMT', 40_000],
  ['Thu, 01 Oct 2026 11:00:00 GMT', 0],
  ['1.5', undefined],
  ['-5', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After: %s', (value, waitMs) => {
  expect(retryAfterMs({ 'retry-after': value }, NOON)).toBe(waitMs);
});

test('a date counts from the date of the response, since clocks differ', () => {
  const headers = {
    'retry-after': 'Thu, 01 Oct 2026 12:00:40 GMT',
    date: 'Thu, 01 Oct 2026 12:00:30 GMT',
  };
  expect(retryAfterMs(headers, 0)).toBe(10_000);
});
