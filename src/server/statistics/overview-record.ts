import { z } from 'zod';
import { alertSchema } from '../alerts/alert-record.ts';
import { anyJson, id } from '../catalogue/record-fields.ts';
import { deliverySummarySchema } from '../deliveries/delivery-record.ts';
import { inboxCountsSchema, jobSummarySchema } from '../jobs/job-record.ts';
import { healthCheckSchema, machineSummarySchema } from '../machines/machine-record.ts';
import { roleSchema } from '../organisation/member-record.ts';
import { organisationSchema, scopeSchema } from '../organisation/organisation-record.ts';
import { jobNumbersSchema } from './statistics-record.ts';

const attention = z.strictObject({
  counts: inboxCountsSchema,
  waiting_jobs: z.array(jobSummarySchema),
  open_alerts: z.array(alertSchema),
  failed_jobs: z.array(jobSummarySchema),
  rejected_deliveries: z.array(deliverySummarySchema),
  checks: z.array(healthCheckSchema.extend({ machine: id('mac'), machine_name: z.string() })),
});

/** The response of `describe_cloud`. */
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
