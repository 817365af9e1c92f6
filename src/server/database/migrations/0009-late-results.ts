import type { Connection } from '../connection.ts';

/** Results of commands that came after their time was over are marked as late. */
export async function up(db: Connection): Promise<void> {
  await db.schema
    .alterTable('commands')
    .addColumn('late', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
