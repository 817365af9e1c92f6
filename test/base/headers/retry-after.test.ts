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

const now = Date.parse('2026-11-20T12:00:00Z');
const answeredAt = 'Fri, 20 Nov 2026 15:00:00 GMT';

test.each([
  ['7', undefined, 7000],
  ['0', undefined, 0],
  [' 12 ', undefined, 12_000],
  ['Fri, 20 Nov 2026 12:00:30 GMT', undefined, 30_000],
  ['Fri, 20 Nov 2026 15:00:30 GMT', answeredAt, 30_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', undefined, 0],
  ['-1', undefined, undefined],
  ['1.5', undefined, undefined],
  ['soon', undefined, undefined],
  ['', undefined, undefined],
  [undefined, undefined, undefined],
])('Retry-After %j beside Date %j asks for %j ms', (value, date, expected) => {
  const headers: Record<string, string> = {};
  if (value !== undefined) headers['retry-after'] = value;
  if (date !== undefined) headers['date'] = date;
  expect(retryAfterMs(headers, now)).toBe(expected);
});
