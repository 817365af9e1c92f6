import type { Updateable } from 'kysely';
import type { IssueStatus } from '../../contract/record/issue.ts';
import type { Connection } from '../database/connection.ts';
import type { PageRequest } from '../database/page.ts';
import { parseId } from '../database/row-id.ts';
import type { Tables } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { IssueRow, SendRow } from '../database/tables/notifications.ts';

export async function insertIssue({ db }: WriteTransaction, row: IssueRow): Promise<void> {
  await db.insertInto('issues').values(row).execute();
}

/** The number that the organisation's next report gets. */
export async function nextIssueNumber(db: Connection, organisation: number): Promise<number> {
  const newest = await db
    .selectFrom('issues')
    .select('number')
    .where('organisation', '=', organisation)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (newest?.number ?? 0) + 1;
}

/** The report that a key made under this idempotency key. */
export function findRepeatedIssue(
  db: Connection,
  asked: Pick<IssueRow, 'organisation' | 'asked_id'>,
  idempotencyKey: string,
): Promise<IssueRow | undefined> {
  return db
    .selectFrom('issues')
    .selectAll()
    .where('organisation', '=', asked.organisation)
    .where('asked_id', '=', asked.asked_id)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/**
 * When the report was made that is the `place`th newest of those after `since` and up to `until`;
 * undefined where there are fewer. Of one key where `reporterId` names it.
 */
export async function nthNewestIssueTime(
  db: Connection,
  { organisation, reporterId }: { readonly organisation: number; readonly reporterId?: string },
  {
    since,
    until,
    place,
  }: { readonly since: number; readonly until: number; readonly place: number },
): Promise<number | undefined> {
  let query = db
    .selectFrom('issues')
    .select('created_at')
    .where('organisation', '=', organisation)
    .where('created_at', '>', since)
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc');
  if (reporterId !== undefined) query = query.where('asked_id', '=', reporterId);
  const row = await query
    .offset(place - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** Newest first, one row more than the limit (`toPage`). */
export function listIssues(
  db: Connection,
  organisation: number,
  status: IssueStatus | undefined,
  { before, limit }: PageRequest,
): Promise<IssueRow[]> {
  let query = db
    .selectFrom('issues')
    .selectAll()
    .where('organisation', '=', organisation)
    .orderBy('id', 'desc');
  if (status !== undefined) query = query.where('status', '=', status);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.limit(limit + 1).execute();
}

/** The report with this number or row id. */
function findIssue(
  db: Connection,
  organisation: number,
  by: { readonly number: number } | { readonly id: number },
): Promise<IssueRow | undefined> {
  const query = db.selectFrom('issues').selectAll().where('organisation', '=', organisation);
  const one = 'id' in by ? query.where('id', '=', by.id) : query.where('number', '=', by.number);
  return one.executeTakeFirst();
}

/** Changes columns of one report and gives it as it now stands. */
export function updateIssue(
  { db }: WriteTransaction,
  { organisation, id }: Pick<IssueRow, 'organisation' | 'id'>,
  changes: Updateable<Tables['issues']>,
): Promise<IssueRow> {
  return db
    .updateTable('issues')
    .set(changes)
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const NUMBER = /^#?([1-9]\d{0,14})$/;

/** The report that is named as `12`, `#12` or by its id; undefined where there is none. */
export async function findIssueNamed(
  db: Connection,
  organisation: number,
  named: string,
): Promise<IssueRow | undefined> {
  const [, number] = NUMBER.exec(named) ?? [];
  if (number !== undefined) return findIssue(db, organisation, { number: Number(number) });
  const id = parseId('iss', named);
  return id === undefined ? undefined : findIssue(db, organisation, { id });
}

/**
 * Records an email to the reporter of an issue. The reference server has no mail server, so that the
 * row is all that becomes of it.
 */
export async function insertIssueEmail(
  transaction: WriteTransaction,
  email: Pick<SendRow, 'organisation' | 'issue' | 'body'> & { readonly address: string },
): Promise<void> {
  const { now } = transaction;
  const row: SendRow = {
    ...email,
    id: transaction.newId(),
    purpose: 'issue',
    channel: null,
    alert: null,
    state: 'recorded',
    tries: 1,
    due_at: null,
    error: null,
    created_at: now,
    ended_at: now,
  };
  await transaction.db.insertInto('sends').values(row).execute();
}
