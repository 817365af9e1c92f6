import type { WriteTransaction } from '../database/store.ts';

/**
 * A new id for a delivery that was received at `ms`, so that a late report lands where it belongs in
 * a newest-first list. Ids are unique over all organisations.
 */
export async function newDeliveryId(
  transaction: Pick<WriteTransaction, 'db' | 'lateIds'>,
  ms: number,
): Promise<number> {
  const { db, lateIds } = transaction;
  const { first, last } = lateIds.idsIn(ms);
  const stored = new Set<number>();
  for (const table of ['deliveries', 'held_deliveries'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('id', '>=', first)
      .where('id', '<=', last)
      .execute();
    for (const row of rows) stored.add(row.id);
  }
  const id = lateIds.late(ms, stored);
  return id ?? newDeliveryId(transaction, ms + 1);
}
