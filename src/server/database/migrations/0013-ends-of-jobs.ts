import { sql } from 'kysely';
import type { Connection } from '../connection.ts';

/** Jobs are counted when they end, by the service's clock. */
export async function up(db: Connection): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('counted_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  // When the service learned of the end is known only roughly: not before it knew the job, and not after
  // it last learned something of it.
  await sql`
    update jobs set counted_at = case
      when state not in ('done', 'failed') or ended_at is null then created_at
      when ended_at < created_at then created_at
      when ended_at > activity_at then activity_at
      else ended_at end`.execute(db);
  await db.schema
    .createIndex('jobs_counted')
    .on('jobs')
    .columns(['organisation', 'counted_at'])
    .execute();
}
