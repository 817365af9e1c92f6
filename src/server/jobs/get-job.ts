import { z } from 'zod';
import { jobId } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { jobSchema } from './job-record.ts';
import { readJobDetail } from './job-response.ts';
import { resolveJob } from './resolve-job.ts';

export const getJob = defineOperation({
  name: 'get_job',
  description:
    'One job with its result, question, timeline, live output, artifacts and the commands sent about it.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({ job: jobId() }),
  rest: { method: 'GET', path: '/jobs/{job}' },
  responses: { 200: jobSchema },
  refusals: ['unknown_job', 'ambiguous_job'],
  async run(call, input) {
    return { body: await readJobDetail(call, await resolveJob(call, input.job)) };
  },
});
