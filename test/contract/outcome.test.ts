import { expect, test } from 'vitest';
import type { WorkOutcome } from '../../src/contract/outcome.ts';
import { outcomeOfCommand, outcomeOfJob, outcomeOfResponse } from '../../src/contract/outcome.ts';
import { proves } from '../support/proves.ts';

test.each<[unknown, WorkOutcome]>([
  [{ state: 'in_progress' }, 'still_pending'],
  [{ state: 'needs_input' }, 'person_needed'],
  [{ state: 'done' }, 'done'],
  [{ state: 'failed' }, 'failed'],
  [{ state: 'in_progress', status: 'failed', outcome: 'needs_human' }, 'still_pending'],
  [{ state: 'done', outcome: 'not_done' }, 'done'],
  [{ state: 'paused', status: 'running' }, 'still_pending'],
  [{ state: 'paused', status: 'succeeded' }, 'done'],
  [{ state: 'toString', status: 'running' }, 'still_pending'],
  [{ outcome: 'needs_human', status: 'running' }, 'person_needed'],
  [{ outcome: 'done' }, 'done'],
  [{ outcome: 'not_done', status: 'succeeded' }, 'failed'],
  [{ outcome: null, status: 'succeeded' }, 'done'],
  [{ status: 'queued' }, 'still_pending'],
  [{ status: 'running' }, 'still_pending'],
  [{ status: 'waiting' }, 'still_pending'],
  [{ status: 'pending' }, 'still_pending'],
  [{ status: 'needs_human' }, 'person_needed'],
  [{ status: 'cancelled' }, 'failed'],
  [{ status: 'exploded' }, 'failed'],
  [{}, 'still_pending'],
  [null, 'still_pending'],
])('a job %j is %s', (job, outcome) => {
  proves('WIRE-client-follow-state');
  expect(outcomeOfJob(job)).toBe(outcome);
});

test.each<[unknown, WorkOutcome]>([
  [{ status: 'pending' }, 'still_pending'],
  [{ status: 'delivered' }, 'still_pending'],
  [{ status: 'succeeded' }, 'done'],
  [{ status: 'failed' }, 'failed'],
  [{ status: 'expired' }, 'failed'],
  [{ status: 'cancelled' }, 'failed'],
  [{ status: 'unheard_of' }, 'failed'],
  [{}, 'still_pending'],
])('a command %j is %s', (command, outcome) => {
  proves('WIRE-client-command-finished');
  expect(outcomeOfCommand(command)).toBe(outcome);
});

test.each<[unknown, WorkOutcome | undefined]>([
  [{ job: { id: 'job_1', state: 'failed' } }, 'failed'],
  [{ id: 'job_1', state: 'needs_input' }, 'person_needed'],
  [{ command_id: 'cmd_1', status: 'expired' }, 'failed'],
  [{ id: 'cmd_1', type: 'ping', status: 'succeeded' }, 'done'],
  [{ command: { id: 'cmd_1', status: 'failed' } }, 'failed'],
  [{ id: 'mac_1', name: 'a', status: 'offline' }, undefined],
  [{ id: 'alt_1', type: 'job_failed', state: 'open' }, undefined],
  [{ id: 'iss_1', status: 'resolved' }, undefined],
  [{ jobs: [] }, undefined],
  ['text', undefined],
])('a finished answer %j tells %s', (answer, outcome) => {
  expect(outcomeOfResponse(answer)).toBe(outcome);
});
