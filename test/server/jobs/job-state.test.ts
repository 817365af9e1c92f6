import { expect, test } from 'vitest';
import { acceptsReports, jobState } from '../../../src/server/jobs/job-state.ts';
import { proves } from '../../support/proves.ts';

test.each([
  ['queued', null, false, 'in_progress'],
  ['running', null, false, 'in_progress'],
  ['running', 'needs_human', false, 'in_progress'],
  ['waiting', null, false, 'needs_input'],
  ['succeeded', null, false, 'done'],
  ['succeeded', 'done', false, 'done'],
  ['succeeded', 'not_done', false, 'failed'],
  ['succeeded', 'needs_human', false, 'needs_input'],
  ['succeeded', 'needs_human', true, 'done'],
  ['failed', null, false, 'failed'],
  ['failed', 'needs_human', false, 'needs_input'],
  ['failed', 'needs_human', true, 'failed'],
  ['cancelled', 'needs_human', false, 'failed'],
  ['cancelled', null, false, 'failed'],
  ['timed_out', null, false, 'failed'],
] as const)('%s with outcome %s, answered %s, is %s', (status, outcome, answered, state) => {
  proves('STATE-job', 'WIRE-job-state');
  expect(jobState({ status, outcome, answered })).toBe(state);
});

test.each([
  ['queued', null, true],
  ['waiting', null, true],
  ['succeeded', 'done', false],
  ['succeeded', 'needs_human', true],
  ['failed', null, false],
  ['cancelled', 'needs_human', false],
  ['timed_out', null, false],
] as const)('a report may change a job that is %s with outcome %s: %s', (status, outcome, may) => {
  expect(acceptsReports({ status, outcome })).toBe(may);
});
