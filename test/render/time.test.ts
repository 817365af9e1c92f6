import { expect, test } from 'vitest';
import { parseTime, relativeTime } from '../../src/render/time.ts';

test('times are told as people tell them', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const told = (text: string) => relativeTime(parseTime(text) ?? Number.NaN, now);
  expect(told('2026-11-20T12:00:00Z')).toBe('now');
  expect(told('2026-11-20T11:59:01.000Z')).toBe('59s ago');
  expect(told('2026-11-20T12:00:00+01:00')).toBe('1h ago');
  expect(told('2026-11-20T12:10:00Z')).toBe('in 10m');
  expect(told('2026-11-17T12:00:00Z')).toBe('3d ago');
  expect(told('2026-01-02T12:00:00Z')).toBe('2026-01-02');
  expect(parseTime('2026-11-20')).toBe(undefined);
  expect(parseTime('2026-13-20T12:00:00Z')).toBe(undefined);
});
