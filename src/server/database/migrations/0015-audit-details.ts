import type { Connection } from '../connection.ts';

/** What an entry of the audit log was about, beside what has a column of its own. */
export async function up(db: Connection): Promise<void> {
  await db.schema.alterTable('audit').addColumn('details', 'text').execute();
}
