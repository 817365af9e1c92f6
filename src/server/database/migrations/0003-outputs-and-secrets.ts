import { sql } from 'kysely';
import type { Connection } from '../connection.ts';

/** Live output of watched jobs, and sealed secrets until they are claimed. */
export async function up(db: Connection): Promise<void> {
  await db.schema
    .createTable('live_outputs')
    .addColumn('organisation', 'bigint', (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('stream', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint')
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('primary_key', ['organisation', 'id'])
    .execute();
  await db.schema.createIndex('live_outputs_by_end').on('live_outputs').column('until').execute();
  await db.schema
    .createTable('sealed_secrets')
    .addColumn('organisation', 'bigint', (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('sealed', 'text')
    .addPrimaryKeyConstraint('primary_key', ['organisation', 'id'])
    .execute();
  await db.schema
    .createIndex('sealed_secrets_open')
    .on('sealed_secrets')
    .column('expires_at')
    .where(sql.ref('state'), 'in', ['pending', 'sealed'])
    .execute();
}
