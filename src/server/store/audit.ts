import type { AuditRow } from './schema.ts';
import type { WriteTransaction } from './store.ts';

export type NewAuditEntry = Omit<AuditRow, 'id' | 'at'>;

/** Adds an entry to the organisation's audit log, in the transaction of the change it records. */
export async function insertAuditEntry(
  transaction: WriteTransaction,
  entry: NewAuditEntry,
): Promise<void> {
  const row = { ...entry, id: transaction.newId(), at: transaction.now };
  await transaction.db.insertInto('audit').values(row).execute();
}
