import type { Connection } from '../database/connection.ts';
import type { EndingTable, OldRows } from '../database/old-rows.ts';
import { firstIdAt } from '../database/row-id.ts';

/** One ends within ten minutes of its beginning, which is when its id was made. */
function oldCommands(db: Connection, { organisation, before, limit }: OldRows) {
  return db
    .selectFrom('commands')
    .select('id')
    .where('organisation', '=', organisation)
    .where('id', '<', firstIdAt(before))
    .where('finished_at', 'is not', null)
    .orderBy('id')
    .limit(limit);
}

/**
 * Commands that have finished, with what is left of the secrets that they asked for: those of a job leave
 * about when it does, those of a job that waits for longer before it.
 */
export const FINISHED_COMMANDS: EndingTable = {
  hasOld: async (db, old) => (await oldCommands(db, { ...old, limit: 1 }).execute()).length > 0,
  async removeOld({ db }, old) {
    await db
      .deleteFrom('sealed_secrets')
      .where('organisation', '=', old.organisation)
      .where('id', 'in', oldCommands(db, old))
      .execute();
    const { numDeletedRows } = await db
      .deleteFrom('commands')
      .where('organisation', '=', old.organisation)
      .where('id', 'in', oldCommands(db, old))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
};
