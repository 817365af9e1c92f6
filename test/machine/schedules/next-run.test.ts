import { expect, test } from 'vitest';
import { nextRunMs } from '../../../src/machine/schedules/next-run.ts';

test('clocks that change neither lose a run nor double one', () => {
  const daily = { cron: '30 2 * * *', timezone: 'Europe/Berlin' };
  const after = (text: string): string | undefined => {
    const ms = nextRunMs(daily, Date.parse(text));
    return ms === undefined ? undefined : new Date(ms).toISOString();
  };
  expect(after('2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
  expect(after('2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
  expect(after('2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z');
  expect(nextRunMs({ cron: '0 0 31 2 *', timezone: 'UTC' }, 0)).toBe(undefined);
});
