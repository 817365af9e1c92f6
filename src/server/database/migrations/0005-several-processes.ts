import type { Connection } from '../connection.ts';

/** What several processes on one database agree on: who gives which ids, and who asked how often. */
export async function up(db: Connection): Promise<void> {
  await db.schema
    .createTable('process_slots')
    .addColumn('slot', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('request_counts')
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('bucket', 'bigint', (column) => column.notNull())
    .addColumn('requests', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('primary_key', ['holder', 'bucket'])
    .execute();
}
