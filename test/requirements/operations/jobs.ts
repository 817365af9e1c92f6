import { before, job, machineFilter, pageOf20, wait } from './inputs.ts';
import type { OperationRow } from './operation-row.ts';

/** Operations on jobs. */
export const JOB_OPERATIONS = {
  list_inbox: {
    scope: 'fleet:read',
    class: 'read',
    text: 'The inbox with counts and next_offset; without a view needs_input if anyone waits, else all.',
    input: {
      view: { type: 'string', values: ['all', 'needs_input', 'in_progress', 'done', 'failed'] },
      sort: { type: 'string', values: ['activity', 'oldest', 'progress', 'created'] },
      machine: machineFilter,
      skill: { type: 'string', max: 64 },
      limit: { type: 'integer', min: 1, max: 50, default: 20 },
    },
  },
  list_jobs: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Jobs newest first with next_before; waiting: only agents that wait for a person.',
    input: {
      machine: machineFilter,
      skill: { type: 'string' },
      status: { type: 'string' },
      outcome: { type: 'string' },
      waiting: { type: 'boolean' },
      before,
      limit: pageOf20,
    },
  },
  get_job: {
    scope: 'fleet:read',
    class: 'read',
    text: 'A job with timeline, live output, artifacts and the commands sent about it.',
    input: { job },
  },
  answer_job: {
    scope: 'fleet:run',
    class: 'write',
    text: 'Answers a waiting agent; picked options reach it one per line, before the answer.',
    input: {
      job,
      answer: { type: 'string', required: true, min: 1, max: 20000 },
      option: { type: 'string', max: 200 },
      options: { type: 'list of strings', min: 1, max: 20, itemMin: 1, itemMax: 200 },
      resume: { type: 'string', values: ['auto', 'never'], default: 'auto' },
      wait_seconds: wait(60, 15),
    },
  },
  cancel_job: {
    scope: 'fleet:run',
    class: 'destructive',
    text: 'Cancels a queued or running job.',
    input: { job },
  },
  replay_job: {
    scope: 'fleet:run',
    class: 'write',
    text: 'A new job with the same payload through the skill as it is now, trigger replay.',
    input: { job },
  },
  watch_job: {
    scope: 'fleet:run',
    class: 'write',
    text: 'Streams a running job so that get_job shows its output.',
    input: {
      job,
      stream: { type: 'string', values: ['stdout', 'stderr'], ours: true },
      ttl_seconds: { type: 'integer', min: 60, max: 3600, default: 900, ours: true },
    },
  },
  get_job_artifact: {
    scope: 'fleet:run',
    class: 'read',
    text: 'One job file from the machine, scrubbed there; no bodies where the organisation keeps none.',
    input: {
      job,
      artifact: {
        type: 'string',
        required: true,
        values: ['stdout', 'stderr', 'prompt', 'result', 'response', 'payload', 'event'],
      },
      wait_seconds: { type: 'integer', min: 0, max: 60, default: 20, ours: true },
    },
  },
} as const satisfies Readonly<Record<string, OperationRow>>;
