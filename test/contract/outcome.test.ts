import { expect, test } from 'vitest';
import type { AnsweredOperation, WorkOutcome } from '../../src/contract/outcome.ts';
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

const LATE = { machine_job_id: 'run-1', cancelled: false };

test.each<[unknown, WorkOutcome]>([
  [{ status: 'pending' }, 'still_pending'],
  [{ status: 'delivered' }, 'still_pending'],
  [{ status: 'succeeded' }, 'done'],
  [{ status: 'succeeded', error: null }, 'done'],
  [{ status: 'succeeded', error: { code: 'no_space' } }, 'failed'],
  [{ status: 'failed' }, 'failed'],
  [{ status: 'expired' }, 'failed'],
  [{ status: 'cancelled' }, 'failed'],
  [{ status: 'unheard_of' }, 'failed'],
  [{ status: 'succeeded', type: 'job.cancel', result: { cancelled: true } }, 'done'],
  [{ status: 'succeeded', type: 'job.cancel', result: LATE }, 'failed'],
  [{ status: 'succeeded', type: 'job.cancel', result: { ...LATE, machine_job_id: null } }, 'done'],
  [{ status: 'succeeded', type: 'job.watch', result: LATE }, 'done'],
  [{}, 'still_pending'],
])('a command %j is %s', (command, outcome) => {
  proves('WIRE-client-command-finished');
  expect(outcomeOfCommand(command)).toBe(outcome);
});

const act = (operation: string) => ({ operation, acts: true });
const read = (operation: string) => ({ operation, acts: false });
const error = { code: 'invalid_skill', message: 'no description' };

test.each<[unknown, AnsweredOperation, WorkOutcome | undefined]>([
  // A job in it, as when it is followed.
  [{ job: { id: 'job_1', state: 'failed' } }, act('run_skill'), 'failed'],
  [{ job: { id: 'job_1', state: 'done', status: 'odd' } }, act('run_skill'), 'done'],
  [{ job: { id: 'job_1', status: 'failed', outcome: 'not_done' } }, act('run_skill'), 'failed'],
  [{ job: { id: 'job_1', status: 'timed_out' } }, act('run_skill'), 'failed'],
  [{ job: { id: 'job_1', status: 'running' } }, act('start_it'), 'still_pending'],
  [{ job: { id: 'job_1', outcome: 'needs_human' } }, act('start_it'), 'person_needed'],
  [{ job: { id: 'job_1' }, delivered: true }, act('run_skill'), undefined],
  [{ job: { id: 'job_1', status: 'failed' } }, read('get_delivery'), undefined],
  [{ job: { id: 'job_1', status: 'queued' } }, act('answer_job'), undefined],
  [{ job: { id: 'job_1', state: 'failed' } }, act('answer_job'), undefined],
  // A command in it.
  [{ command: { id: 'cmd_1', status: 'failed' } }, act('send_command'), 'failed'],
  [{ command: { id: 'cmd_1', status: 'denied' } }, act('send_command'), 'failed'],
  [{ command: { id: 'cmd_1', status: 'late_failure' } }, read('get_skill'), 'failed'],
  [{ command: { id: 'cmd_1', status: 'succeeded' } }, act('save_skill'), 'done'],
  [{ command: { id: 'cmd_1', status: 'delivered' } }, act('save_skill'), 'still_pending'],
  [{ command: { id: 'c', status: 'odd' }, job: { id: 'j', state: 'done' } }, act('x'), 'failed'],
  [{ command: { id: 'c', status: 'succeeded' }, job: { status: 'odd' } }, act('x'), 'failed'],
  // It is the job or the command itself.
  [{ id: 'job_1', state: 'needs_input' }, act('run_skill'), 'person_needed'],
  [{ id: 'job_1', status: 'failed', outcome: 'not_done' }, act('run_skill'), 'failed'],
  [{ id: 'job_1', status: 'exploded' }, act('replay_job'), 'failed'],
  [{ job: 'job_1', status: 'failed' }, act('run_skill'), 'failed'],
  [{ job: 'job_1', status: 'timed_out' }, act('start_it'), 'failed'],
  [{ job: 'job_1', outcome: 'not_done' }, act('start_it'), 'failed'],
  [{ job: 'job_1', outcome: 'pinned', status: 'failed' }, act('pin_job'), 'failed'],
  [{ job: 'job_1', status: 'succeeded' }, act('start_it'), 'done'],
  [{ job: 'job_1', command_id: 'cmd_1', status: 'exploded' }, act('start_it'), 'failed'],
  [{ job: 'job_1', status: 'queued' }, act('start_it'), 'still_pending'],
  [{ job: 'job_1', command_id: 'cmd_1', delivered: true }, act('answer_job'), undefined],
  [{ job: 'job_1', command_id: 'cmd_1', status: 'failed' }, act('answer_job'), 'failed'],
  [{ job: 'job_1', status: 'cancelled' }, act('cancel_job'), undefined],
  [{ job: 'job_1', command_id: 'cmd_1', status: 'cancelled' }, act('cancel_job'), undefined],
  [
    { job: 'job_1', command_id: 'cmd_1', type: 'job.cancel', status: 'cancelled' },
    act('cancel_job'),
    'failed',
  ],
  [{ command_id: 'cmd_1', status: 'expired' }, act('save_skill'), 'failed'],
  [{ command_id: 'cmd_1', status: 'turned_away' }, act('save_skill'), 'failed'],
  [{ command_id: 'cmd_1', status: 'delivered' }, act('save_skill'), 'still_pending'],
  [{ command_id: 'cmd_1', machine: 'mac_1', created: true }, act('save_skill'), undefined],
  [{ command_id: 'cmd_1', status: 'broken', content: 'x' }, read('get_skill'), undefined],
  [{ command_id: 'cmd_1', status: 'expired' }, read('get_skill'), 'failed'],
  [{ id: 'cmd_1', type: 'ping', status: 'succeeded' }, act('send_command'), 'done'],
  [{ id: 'cmd_1', type: 'ping', status: 'denied' }, act('send_command'), 'failed'],
  [{ id: 'cmd_1', type: 'ping', status: 'expired' }, read('get_command'), 'failed'],
  // An error is no success.
  [{ saved: false, error }, act('save_skill'), 'failed'],
  [{ command_id: 'cmd_1', status: 'succeeded', error }, act('save_skill'), 'failed'],
  [{ command: { id: 'cmd_1', error } }, act('save_skill'), 'failed'],
  [{ error: 'no space' }, act('start_it'), 'failed'],
  [{ command_id: 'cmd_1', error: null }, act('save_skill'), undefined],
  [{ name: 'triage', error: 'no front matter' }, read('get_skill'), undefined],
  // Not about work.
  [{ job: 'nightly', status: 'enabled' }, act('enable_schedule'), undefined],
  [{ job: 'job_1', status: 'exploded' }, act('start_it'), undefined],
  [{ delivery: 'del_1', command_id: 'c', outcome: 'accepted' }, act('replay_delivery'), undefined],
  [{ delivery: 'del_1', command_id: 'c', status: 'failed' }, act('replay_delivery'), 'failed'],
  [{ id: 'sub_1', status: 'cancelled' }, act('cancel_it'), undefined],
  [{ id: 'chn_1', type: 'webhook', status: 'active' }, act('test_channel'), undefined],
  [{ id: 'chn_1', status: 'failed' }, act('test_channel'), 'failed'],
  [{ id: 'mac_1', name: 'a', status: 'offline' }, read('get_machine'), undefined],
  [{ id: 'mac_1', name: 'a', status: 'failed' }, read('get_machine'), undefined],
  [{ id: 'alt_1', type: 'job_failed', state: 'open' }, act('dismiss_alert'), undefined],
  [{ id: 'iss_1', status: 'resolved' }, act('report_issue'), undefined],
  [{ jobs: [] }, read('list_jobs'), undefined],
  ['text', act('start_it'), undefined],
])('a finished response %j to %j tells %s', (response, to, outcome) => {
  proves('WIRE-client-finished-response');
  expect(outcomeOfResponse(response, to)).toBe(outcome);
});
