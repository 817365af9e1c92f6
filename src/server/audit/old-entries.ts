import type { Connection } from '../database/connection.ts';
import type { EndingTable, OldRows } from '../database/old-rows.ts';
import { firstIdAt } from '../database/row-id.ts';

function oldEntries(db: Connection, { organisation, before, limit }: OldRows) {
  return db
    .selectFrom('audit')
    .select('id')
    .where('organisation', '=', organisation)
    .where('id', '<', firstIdAt(before))
    .orderBy('id')
    .limit(limit);
}

/** Entries of the audit log from the moment of what they record. */
export const OLD_ENTRIES: EndingTable = {
  hasOld: async (db, old) => (await oldEntries(db, { ...old, limit: 1 }).execute()).length > 0,
  async removeOld({ db }, old) {
    const { numDeletedRows } = await db
      .deleteFrom('audit')
      .where('organisation', '=', old.organisation)
      .where('id', 'in', oldEntries(db, old))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
};
