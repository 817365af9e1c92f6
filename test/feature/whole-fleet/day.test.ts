import { expect, test } from 'vitest';
import { daySteps } from '../../prove/day/day-steps.ts';
import { liveDay } from '../../prove/day/live-day.ts';
import { proves } from '../../support/proves.ts';

const JOBS = 700;
/** The morning of the day that `npm run prove -- day` lives, and its longest lists. */
const SHORT = /who waits|oldest question|failed last|reads why|ids of all|spreadsheet/;

test('an operator looks, answers, looks into a failure and counts on 40 machines', {
  timeout: 60_000,
}, async () => {
  proves('UI-status', 'UI-inbox', 'UI-output-all', 'UI-output-all-page-size');
  const steps = daySteps(JOBS).filter(({ does }) => SHORT.test(does));
  const lived = await liveDay(JOBS, steps);
  expect(lived.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
  expect(lived.length).toBe(7);
});
