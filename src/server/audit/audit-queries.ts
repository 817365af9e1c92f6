import { sql } from 'kysely';
import type { Connection } from '../database/connection.ts';
import { insertRow } from '../database/insert-row.ts';
import type { PageRequest } from '../database/page.ts';
import type { AuditRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';

type NewAuditEntry = Omit<AuditRow, 'id' | 'at'>;

/** Adds an entry to the organisation's audit log, in the transaction of the change it records. */
export async function insertAuditEntry(
  transaction: WriteTransaction,
  entry: NewAuditEntry,
): Promise<void> {
  const row = { ...entry, id: transaction.newId(), at: transaction.now };
  await insertRow(transaction.db, 'audit', row);
}

/**
 * Newest first, one row more than the limit (`toPage`); `action` is exact, or a prefix where it ends
 * in a dot.
 */
export async function listAuditEntries(
  db: Connection,
  organisation: number,
  action: string | undefined,
  { before, limit }: PageRequest,
): Promise<AuditRow[]> {
  let query = db
    .selectFrom('audit')
    .selectAll()
    .where('organisation', '=', organisation)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (before !== undefined) query = query.where('id', '<', before);
  if (action === undefined) return query.execute();
  if (!action.endsWith('.')) return query.where('action', '=', action).execute();
  const actions = await actionsWithin(db, organisation, action);
  const pages: AuditRow[][] = [];
  for (const one of actions) pages.push(await query.where('action', '=', one).execute());
  return pages
    .flat()
    .sort((left, right) => right.id - left.id)
    .slice(0, limit + 1);
}

/**
 * The actions in the log that begin with `prefix`: a step in the index for each action there is, as
 * every text's order between two engines is another.
 */
async function actionsWithin(
  db: Connection,
  organisation: number,
  prefix: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known (action) as (
      select min(action) from audit where organisation = ${organisation}
      union all
      select (
        select min(action) from audit
        where organisation = ${organisation} and action > known.action
      ) from known where action is not null
    )
    select action from known where action is not null`.execute(db);
  return rows.map(({ action }) => action).filter((action) => action.startsWith(prefix));
}
