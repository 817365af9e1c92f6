import { findKey } from '../access/api-key-queries.ts';
import type { Caller } from '../access/caller.ts';
import type { Connection } from '../database/connection.ts';
import { parseId } from '../database/row-id.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { IssueRow } from '../database/tables/notifications.ts';
import { findPerson } from '../organisation/person-queries.ts';
import { insertIssueEmail, updateIssue } from './issue-queries.ts';

/** Emails the reporter that the report arrived, where there is an address. Gives the report with the time. */
export async function emailAcknowledgement(
  transaction: WriteTransaction,
  issue: IssueRow,
): Promise<IssueRow> {
  const isSent = await emailReporter(transaction, issue, 'We received your report');
  if (!isSent) return issue;
  return updateIssue(transaction, issue, { acknowledgement_sent_at: transaction.now });
}

/** Emails the reporter that the report is resolved or closed, where there is an address. */
export async function emailResolution(
  transaction: WriteTransaction,
  issue: IssueRow,
): Promise<IssueRow> {
  const isSent = await emailReporter(transaction, issue, `Your report is ${issue.status}`);
  return isSent ? updateIssue(transaction, issue, { resolution_sent_at: transaction.now }) : issue;
}

async function emailReporter(
  transaction: WriteTransaction,
  { organisation, id, number, title, status, mail_to: address }: IssueRow,
  subject: string,
): Promise<boolean> {
  if (address === null) return false;
  const body = JSON.stringify({ subject: `${subject}: #${number}`, number, title, status });
  await insertIssueEmail(transaction, { organisation, issue: id, address, body });
  return true;
}

/** Where the person behind a caller is written to: whose app it is, or who created the key. */
export async function callerEmail(db: Connection, caller: Caller): Promise<string | undefined> {
  const { organisation } = caller;
  const id = await personOf(db, caller);
  return id === undefined ? undefined : (await findPerson(db, { organisation, id }))?.email;
}

async function personOf(db: Connection, caller: Caller): Promise<number | undefined> {
  if (caller.kind === 'person') return parseId('per', caller.id);
  const key = parseId('key', caller.id);
  return key === undefined ? undefined : ((await findKey(db, key))?.created_by ?? undefined);
}
