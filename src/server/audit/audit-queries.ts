import { sql } from 'kysely';
import type { Connection } from '../database/connection.ts';
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
  await transaction.db.insertInto('audit').values(row).execute();
}

/**
 * Newest first, one row more than the limit (`toPage`); `action` is exact, or a prefix where it ends
 * in a dot.
 */
export function listAuditEntries(
  db: Connection,
  organisation: number,
  action: string | undefined,
  { before, limit }: PageRequest,
): Promise<AuditRow[]> {
  let query = db
    .selectFrom('audit')
    .selectAll()
    .where('organisation', '=', organisation)
    .orderBy('id', 'desc');
  if (action?.endsWith('.')) {
    query = query.where(sql<string>`substr(action, 1, ${action.length})`, '=', action);
  } else if (action !== undefined) {
    query = query.where('action', '=', action);
  }
  if (before !== undefined) query = query.where('id', '<', before);
  return query.limit(limit + 1).execute();
}
