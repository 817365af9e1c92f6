import { z } from 'zod';
import { anyJson, id, maybeText } from '../catalogue/record-fields.ts';
import { lastJobSchema, runnerSchema } from '../jobs/job-record.ts';

/** One skill of one machine: `skillView`. */
export const skillSchema = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    machine: id('mac'),
    machine_name: z.string(),
    runner: runnerSchema,
    model: maybeText,
    auth: z.string(),
    secret_set: z.boolean(),
    when: z.array(z.record(z.string(), anyJson)),
    schedule: z.strictObject({ cron: z.string(), timezone: z.string() }).nullable(),
    webhook: z.boolean(),
    hosted_url: z.boolean().describe('Whether a hosted URL is on; the URL is never listed.'),
    repository: maybeText,
    last_job: lastJobSchema.nullable(),
  })
  .meta({ id: 'Skill' });
