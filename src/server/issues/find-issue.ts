import type { Connection } from '../database/connection.ts';
import { parseId } from '../database/row-id.ts';
import type { IssueRow } from '../database/tables/notifications.ts';
import { findIssue } from './issue-queries.ts';

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
