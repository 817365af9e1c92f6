import { z } from 'zod';
import { ISSUE_KINDS, ISSUE_SEVERITIES, ISSUE_STATUSES } from '../../contract/record/issue.ts';
import { anyJson, id, maybeText, maybeTime, time } from '../catalogue/record-fields.ts';

/** A problem report in lists: `issueSummary`. */
export const issueSummarySchema = z
  .strictObject({
    id: id('iss'),
    number: z.int().min(1),
    title: z.string(),
    kind: z.enum(ISSUE_KINDS),
    severity: z.enum(ISSUE_SEVERITIES),
    status: z.enum(ISSUE_STATUSES),
    machine: maybeText,
    job: maybeText,
    delivery: maybeText,
    skill: maybeText,
    reported_by: z.strictObject({
      kind: z.enum(['api_key', 'person']),
      id: z.string(),
      name: z.string(),
    }),
    acknowledged: z.boolean(),
    url: z.string(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'IssueSummary' });

/** A problem report in full: `issueDetail`. */
export const issueSchema = issueSummarySchema
  .extend({
    description: z.string(),
    contact_email: maybeText,
    diagnostics: z.record(z.string(), anyJson).nullable(),
    emails: z.strictObject({
      acknowledgement_sent_at: maybeTime,
      resolution_sent_at: maybeTime,
    }),
  })
  .meta({ id: 'Issue' });
