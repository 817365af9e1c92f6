import type { Connection } from '../connection.ts';

/** The figures of days that are over, counted once for all who ask. */
export async function up(db: Connection): Promise<void> {
  await db.schema
    .createTable('kept_days')
    .addColumn('organisation', 'bigint', (column) => column.notNull())
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('figures', 'text')
    .addPrimaryKeyConstraint('primary_key', ['organisation', 'day'])
    .execute();
}
