import type { Connection } from '../connection.ts';

/** Questions of jobs that were answered or turned down as requests of a task of MCP. */
export async function up(db: Connection): Promise<void> {
  await db.schema
    .createTable('closed_questions')
    .addColumn('organisation', 'bigint', (column) => column.notNull())
    .addColumn('job', 'bigint', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('closed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('primary_key', ['organisation', 'job', 'key'])
    .execute();
}
