import { rfc3339 } from '../../base/time/rfc3339.ts';
import { settingFailure } from '../../contract/failure.ts';
import { ISSUE_STATUSES, type IssueStatus } from '../../contract/record/issue.ts';
import { formatId } from '../database/row-id.ts';
import type { IssueRow } from '../database/tables/notifications.ts';
import { emailResolution } from '../issues/issue-emails.ts';
import { findIssueNamed, listIssues, updateIssue } from '../issues/issue-queries.ts';
import { issueSubject } from '../issues/issue-record.ts';
import { type Admin, audit, chosenOrganisation, notFound } from './admin.ts';

interface IssueRecord {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly kind: string;
  readonly severity: string;
  readonly status: IssueStatus;
  readonly created_at: string | null;
  readonly acknowledgement_sent_at: string | null;
  readonly resolution_sent_at: string | null;
}

const LISTED_MAX = 1000;

/** The newest reports, at most a thousand; of one status where it is given. Throws `Failure` usage. */
export async function listAllIssues(
  admin: Admin,
  status: string | undefined,
): Promise<readonly IssueRecord[]> {
  const only = status === undefined ? undefined : checkStatus(status);
  return admin.store.read(async (db) => {
    const { id } = await chosenOrganisation(db, admin.organisation);
    const rows = await listIssues(db, id, only, { limit: LISTED_MAX });
    return rows.slice(0, LISTED_MAX).map(issueRecord);
  });
}

/**
 * Moves a report to a status, in any order. The reporter gets an email when it becomes resolved or closed.
 * Throws `Failure` usage, or refused, `not_found`.
 */
export async function setIssueStatus(
  admin: Admin,
  named: string,
  status: string,
): Promise<IssueRecord> {
  const to = checkStatus(status);
  return admin.store.write(async (transaction) => {
    const { id: organisation } = await chosenOrganisation(transaction.db, admin.organisation);
    const issue = await findIssueNamed(transaction.db, organisation, named);
    if (issue === undefined) throw notFound('problem report', named);
    if (issue.status === to) return issueRecord(issue);
    const change = { status: to, updated_at: transaction.now };
    const moved = await updateIssue(transaction, issue, change);
    const about = { organisation, actor: admin.actor, subject: issueSubject(issue) };
    const changed = [{ name: 'status', value: to }];
    await audit(transaction, { ...about, action: 'issue.update', changed });
    const isEnd = to === 'resolved' || to === 'closed';
    return issueRecord(isEnd ? await emailResolution(transaction, moved) : moved);
  });
}

function checkStatus(text: string): IssueStatus {
  const status = ISSUE_STATUSES.find((candidate) => candidate === text);
  if (status !== undefined) return status;
  throw settingFailure('The status is not known', {
    setting: 'status',
    value: text,
    allowed: ISSUE_STATUSES,
  });
}

function issueRecord(row: IssueRow): IssueRecord {
  const { number, title, kind, severity, status } = row;
  return {
    id: formatId('iss', row.id),
    number,
    title,
    kind,
    severity,
    status,
    created_at: rfc3339(row.created_at),
    acknowledgement_sent_at: rfc3339(row.acknowledgement_sent_at),
    resolution_sent_at: rfc3339(row.resolution_sent_at),
  };
}
