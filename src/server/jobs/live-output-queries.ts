import type { Connection } from '../database/connection.ts';
import type { JobRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { LiveOutputRow } from '../database/tables/short-lived.ts';

type JobKey = Pick<JobRow, 'organisation' | 'id'>;

/** Stores the watch of a job, in place of an earlier one. */
export async function saveWatch({ db }: WriteTransaction, row: LiveOutputRow): Promise<void> {
  await db
    .insertInto('live_outputs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organisation', 'id']).doUpdateSet(row))
    .execute();
}

/** The watch of a job, also one that has ended. */
export function findWatch(
  db: Connection,
  { organisation, id }: JobKey,
): Promise<LiveOutputRow | undefined> {
  return db
    .selectFrom('live_outputs')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether any watch has ended, of whatever organisation. */
export async function hasEndedWatch(db: Connection, now: number): Promise<boolean> {
  const found = await db
    .selectFrom('live_outputs')
    .select('id')
    .where('until', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Drops what was streamed for watches that have ended. */
export async function deleteEndedWatches({ db, now }: WriteTransaction): Promise<void> {
  await db.deleteFrom('live_outputs').where('until', '<=', now).execute();
}
