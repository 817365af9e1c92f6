import { z } from 'zod';
import { parseJson } from '../../base/json/lossless.ts';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import { ISSUE_KINDS, ISSUE_SEVERITIES, ISSUE_STATUSES } from '../../contract/record/issue.ts';
import { anyJson, id, maybeText, maybeTime, time } from '../catalogue/record-fields.ts';
import { formatId } from '../database/row-id.ts';
import type { IssueRow } from '../database/tables/notifications.ts';

/** A problem report in lists. */
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

/** A problem report in full. */
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

/** A problem report in lists. */
export function toIssueSummary(issue: IssueRow, baseUrl: string) {
  return {
    id: formatId('iss', issue.id),
    number: issue.number,
    title: issue.title,
    kind: issue.kind,
    severity: issue.severity,
    status: issue.status,
    machine: issue.machine,
    job: issue.job,
    delivery: issue.delivery,
    skill: issue.skill,
    reported_by: { kind: issue.asked_kind, id: issue.asked_id, name: issue.asked_name },
    acknowledged: issue.acknowledgement_sent_at !== null,
    url: `${baseUrl}/api/v1/issues/${issue.number}`,
    created_at: rfc3339(issue.created_at),
    updated_at: rfc3339(issue.updated_at),
  };
}

/** A problem report with its description and diagnostics, and when each of its emails was sent. */
export function toIssueDetail(issue: IssueRow, baseUrl: string) {
  return {
    ...toIssueSummary(issue, baseUrl),
    description: issue.description,
    contact_email: issue.contact_email,
    diagnostics: issue.diagnostics === null ? null : parseJson(issue.diagnostics),
    emails: {
      acknowledgement_sent_at: rfc3339(issue.acknowledgement_sent_at),
      resolution_sent_at: rfc3339(issue.resolution_sent_at),
    },
  };
}

/** What the audit log calls a report: its number, never its title. */
export function issueSubject({ id, number }: IssueRow) {
  return { kind: 'issue', id: formatId('iss', id), name: `#${number}` } as const;
}
