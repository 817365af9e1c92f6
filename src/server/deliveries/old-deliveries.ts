import type { Connection } from '../database/connection.ts';
import type { EndingTable, OldRows } from '../database/old-rows.ts';
import { firstIdAt } from '../database/row-id.ts';
import { forgetDaysOfIds } from '../database/statistics/keep-days.ts';

/** Ids of deliveries are made from the time of receipt. */
function oldDeliveries(db: Connection, { organisation, before, limit }: OldRows) {
  return db
    .selectFrom('deliveries')
    .select('id')
    .where('organisation', '=', organisation)
    .where('id', '<', firstIdAt(before))
    .where('outcome', '<>', 'held')
    .orderBy('id')
    .limit(limit);
}

/** Deliveries from their receipt, with their bodies and what finds them by text; held ones stay. */
export const OLD_DELIVERIES: EndingTable = {
  hasOld: async (db, old) => (await oldDeliveries(db, { ...old, limit: 1 }).execute()).length > 0,
  async removeOld(transaction, old) {
    const { db, removeText } = transaction;
    const rows = await oldDeliveries(db, old).select('search').execute();
    for (const { id, search } of rows) await removeText({ id, text: search });
    for (const table of ['delivery_bodies', 'deliveries'] as const) {
      await db
        .deleteFrom(table)
        .where('organisation', '=', old.organisation)
        .where('id', 'in', oldDeliveries(db, old))
        .execute();
    }
    const ids = rows.map(({ id }) => id);
    await forgetDaysOfIds(transaction, old.organisation, ids);
    return rows.length;
  },
};
