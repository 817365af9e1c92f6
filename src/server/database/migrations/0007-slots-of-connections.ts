import type { Connection } from '../connection.ts';
import type { Dialect } from '../dialect.ts';

/**
 * A process holds its id slot by its connection, and there are 64 of them: ids are laid out anew, so
 * that no process of an older version may write any more.
 */
export async function up(
  db: Connection,
  { endOlderProcesses }: Pick<Dialect, 'endOlderProcesses'>,
): Promise<void> {
  await endOlderProcesses(db);
  await db.schema.createIndex('held_deliveries_by_id').on('held_deliveries').column('id').execute();
}
