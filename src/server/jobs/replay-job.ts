import { z } from 'zod';
import { jobId } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { formatId } from '../database/row-id.ts';
import { pendingJobSchema } from './job-record.ts';
import { machineOfJob } from './machine-of-job.ts';
import { queueReplay as replay } from './queue-replay.ts';
import { resolveJob } from './resolve-job.ts';

export const replayJob = defineOperation({
  name: 'replay_job',
  description: 'Starts a new job with the payload of an old one, through the skill as it is now.',
  scope: 'fleet:run',
  class: 'write',
  input: z.strictObject({ job: jobId() }),
  rest: { method: 'POST', path: '/jobs/{job}/replay' },
  answers: { 202: pendingJobSchema },
  refusals: ['unknown_job', 'ambiguous_job', 'revoked', 'denied_by_machine'],
  async run(call, input) {
    const old = await resolveJob(call, input.job);
    const { job, command } = await replay(call, await machineOfJob(call, old), old);
    const ids = { job: formatId('job', job.id), command_id: formatId('cmd', command.id) };
    return { status: 202, body: { pending: true, ...ids, status: job.status, state: job.state } };
  },
});
