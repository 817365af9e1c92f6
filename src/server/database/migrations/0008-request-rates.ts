import type { Connection } from '../connection.ts';
import type { Dialect } from '../dialect.ts';

/** One row for the requests of a holder in place of one for each half second. */
export async function up(
  db: Connection,
  { createRequestRates }: Pick<Dialect, 'createRequestRates'>,
): Promise<void> {
  await db.schema.dropTable('request_counts').execute();
  await createRequestRates(db);
}
