import { z } from 'zod';
import { count, id, maybeText, maybeTime, time } from '../catalogue/record-fields.ts';
import { jobNumbersSchema, jobSummarySchema, runnerSchema } from '../jobs/job-record.ts';
import { skillSchema } from '../skills/skill-record.ts';

const mode = z.enum(['observe', 'control']);

export const healthCheckSchema = z.strictObject({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failing']),
  message: z.string(),
  fix: maybeText,
});

/** A machine in lists: `machineSummary`. */
export const machineSummarySchema = z
  .strictObject({
    id: id('mac'),
    name: z.string(),
    hostname: maybeText,
    status: z.enum(['online', 'degraded', 'offline']),
    mode: mode.nullable().describe('Null until the machine has reported.'),
    version: maybeText,
    last_seen_at: maybeTime,
    link: z.strictObject({
      last_sync_at: maybeTime,
      clock_skew_ms: z.number().nullable(),
      events_waiting: count,
    }),
    runners: z.array(z.strictObject({ name: runnerSchema, ready: z.boolean(), detail: maybeText })),
    health: z.strictObject({ ok: count, warning: count, failing: count }),
    skill_count: count,
    paired_at: time,
    disconnected_at: maybeTime,
  })
  .meta({ id: 'MachineSummary' });

const policy = z.strictObject({
  mode,
  allow: z.array(z.string()),
  deny: z.array(z.string()),
});

/** A machine in full: `machineDetail`. */
export const machineSchema = machineSummarySchema
  .extend({
    policy: policy.nullable(),
    checks: z.array(healthCheckSchema).describe('Those that are failing or warning.'),
    skills: z.array(skillSchema),
    broken_skills: z.array(z.strictObject({ name: z.string(), error: z.string() })),
    schedules: z.array(
      z.strictObject({
        name: z.string(),
        skill: z.string(),
        cron: z.string(),
        timezone: z.string(),
        last_run_at: time.nullable().optional(),
        next_run_at: time.nullable().optional(),
      }),
    ),
    repositories: z.array(z.strictObject({ name: z.string(), url: z.string(), ref: z.string() })),
    running_jobs: z.array(jobSummarySchema),
    statistics: jobNumbersSchema.describe('Its last day.'),
    config: maybeText.describe('Only for admin keys.').optional(),
  })
  .meta({ id: 'Machine' });
