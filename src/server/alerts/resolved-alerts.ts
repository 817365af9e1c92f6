import type { Connection } from '../database/connection.ts';
import type { EndingTable, OldRows } from '../database/old-rows.ts';
import { firstIdAt } from '../database/row-id.ts';

/** Nothing is resolved before it was opened, which is when its id was made. */
function oldAlerts(db: Connection, { organisation, before, limit }: OldRows) {
  return db
    .selectFrom('alerts')
    .select('id')
    .where('organisation', '=', organisation)
    .where('state', '=', 'resolved')
    .where('id', '<', firstIdAt(before))
    .where('resolved_at', '<', before)
    .where('holds', '=', 0)
    .orderBy('id')
    .limit(limit);
}

/** Alerts that were resolved; one that is open, or dismissed while its condition lasts, stays. */
export const RESOLVED_ALERTS: EndingTable = {
  hasOld: async (db, old) => (await oldAlerts(db, { ...old, limit: 1 }).execute()).length > 0,
  async removeOld({ db }, old) {
    const { numDeletedRows } = await db
      .deleteFrom('alerts')
      .where('organisation', '=', old.organisation)
      .where('id', 'in', oldAlerts(db, old))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
};
