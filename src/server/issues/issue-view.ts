import { parseJson } from '../../base/json/lossless.ts';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import { formatId } from '../database/row-id.ts';
import type { IssueRow } from '../database/tables/notifications.ts';

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

/** A problem report with its description and diagnostics, and when which of its mails went out. */
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
