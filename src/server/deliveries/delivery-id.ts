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
  const stored = [
    await db
      .selectFrom('deliveries')
      .select('id')
      .where('id', '>=', first)
      .where('id', '<=', last)
      .execute(),
    await db.selectFrom('held_deliveries').select('id').where('received_at', '=', ms).execute(),
  ].flat();
  const id = lateIds.late(ms, new Set(stored.map((row) => row.id)));
  return id ?? newDeliveryId(transaction, ms + 1);
}
