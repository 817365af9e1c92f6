import { z } from 'zod';
import { alertSchema } from '../alerts/alert-record.ts';
import { anyJson, count, dollars, id, maybeTime } from '../catalogue/record-fields.ts';
import { deliverySummarySchema } from '../deliveries/delivery-record.ts';
import { jobNumbersSchema, jobSummarySchema } from '../jobs/job-record.ts';
import { healthCheckSchema, machineSummarySchema } from '../machines/machine-record.ts';
import {
  organisationSchema,
  roleSchema,
  scopeSchema,
} from '../organisation/organisation-record.ts';

export const inboxCountsSchema = z.strictObject({ needs_input: count, in_progress: count });

const attention = z.strictObject({
  counts: inboxCountsSchema,
  waiting_jobs: z.array(jobSummarySchema),
  open_alerts: z.array(alertSchema),
  failed_jobs: z.array(jobSummarySchema),
  rejected_deliveries: z.array(deliverySummarySchema),
  checks: z.array(healthCheckSchema.extend({ machine: id('mac'), machine_name: z.string() })),
});

/** Answer of `describe_cloud`. */
export const overviewSchema = z
  .strictObject({
    organisation: organisationSchema,
    key: z.strictObject({
      name: z.string(),
      scope: scopeSchema,
      scopes: z.array(scopeSchema),
      role: roleSchema,
    }),
    machines: z.array(machineSummarySchema),
    needs_attention: attention,
    last_24_hours: jobNumbersSchema,
    next_steps: z.array(
      z.strictObject({
        tool: z.string(),
        input: z.record(z.string(), anyJson),
        why: z.string(),
      }),
    ),
  })
  .meta({ id: 'Overview' });

const numbers = {
  jobs: z.strictObject({ succeeded: count, failed: count, needs_human: count }),
  cost_usd: dollars,
  tokens: count,
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  deliveries: z.strictObject({
    accepted: count,
    rejected: count,
    skipped: count,
    via_hosted_urls: count,
  }),
};

const date = z.string().meta({ format: 'date' });

/** Answer of `get_stats`: `fleetStatistics`. */
export const statisticsSchema = z
  .strictObject({
    since: date,
    until: date,
    days: z.array(z.strictObject({ date, ...numbers })),
    totals: z.strictObject({ success_rate: z.number().min(0).max(1).nullable(), ...numbers }),
    skills: z.array(
      z.strictObject({
        skill: z.string(),
        runs: count,
        failures: count,
        cost_usd: dollars,
        p95_ms: z.number().nullable(),
        last_run_at: maybeTime,
      }),
    ),
  })
  .meta({ id: 'Statistics' });
