import { sql } from 'kysely';
import type { Connection } from '../connection.ts';

/**
 * Whose rejected webhook a body belongs to, so that of each skill the newest are kept. Those from
 * before this version belong to nobody and end with their time.
 */
export async function up(db: Connection): Promise<void> {
  await db.schema.alterTable('delivery_bodies').addColumn('rejected_of', 'text').execute();
  await db.schema
    .alterTable('delivery_bodies')
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    create index delivery_bodies_rejected on delivery_bodies (organisation, rejected_of, id, bytes)
    where rejected_of is not null`.execute(db);
}
