import { firstIdAt, timeOfId } from '../database/row-id.ts';
import type { WriteTransaction } from '../database/store.ts';

/**
 * A free id for a delivery that was received at `ms`, so that a late report lands where it belongs
 * in a newest-first list. Ids are unique over all organisations.
 */
export async function newDeliveryId(
  { db }: Pick<WriteTransaction, 'db'>,
  ms: number,
): Promise<number> {
  const first = firstIdAt(ms);
  const next = firstIdAt(ms + 1);
  const inMillisecond = [
    await db
      .selectFrom('deliveries')
      .select('id')
      .where('id', '>=', first)
      .where('id', '<', next)
      .execute(),
    await db.selectFrom('held_deliveries').select('id').where('received_at', '=', ms).execute(),
  ].flat();
  const taken = new Set(inMillisecond.map(({ id }) => id));
  let id = first;
  while (taken.has(id)) id += 1;
  return timeOfId(id) === ms ? id : newDeliveryId({ db }, ms + 1);
}
