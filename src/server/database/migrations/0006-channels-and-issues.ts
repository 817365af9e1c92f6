import { type CreateTableBuilder, sql } from 'kysely';
import type { Connection } from '../connection.ts';

/** Notification channels, what is sent to them and to people, and problem reports. */
export async function up(db: Connection): Promise<void> {
  await createChannels(db);
  await createSends(db);
  await createIssues(db);
}

async function createChannels(db: Connection): Promise<void> {
  await keyedByOrganisation(db.schema.createTable('channels'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('alert_types', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_delivery_at', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('last_error_at', 'bigint')
    .execute();
}

async function createSends(db: Connection): Promise<void> {
  await keyedByOrganisation(db.schema.createTable('sends'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('channel', 'bigint')
    .addColumn('alert', 'bigint')
    .addColumn('issue', 'bigint')
    .addColumn('address', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  const index = (name: string) => db.schema.createIndex(name).on('sends');
  await index('sends_due').column('due_at').where(sql.ref('state'), '=', 'pending').execute();
  await index('sends_by_end').column('ended_at').execute();
  await index('sends_of_channel')
    .columns(['organisation', 'channel', 'purpose', 'created_at'])
    .execute();
}

async function createIssues(db: Connection): Promise<void> {
  await keyedByOrganisation(db.schema.createTable('issues'))
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('severity', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('contact_email', 'text')
    .addColumn('mail_to', 'text')
    .addColumn('machine', 'text')
    .addColumn('job', 'text')
    .addColumn('delivery', 'text')
    .addColumn('skill', 'text')
    .addColumn('diagnostics', 'text')
    .addColumn('asked_kind', 'text', (column) => column.notNull())
    .addColumn('asked_id', 'text', (column) => column.notNull())
    .addColumn('asked_name', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('acknowledgement_sent_at', 'bigint')
    .addColumn('resolution_sent_at', 'bigint')
    .execute();
  const index = (name: string) => db.schema.createIndex(name).on('issues');
  await index('issues_by_number').columns(['organisation', 'number']).unique().execute();
  await index('issues_by_status').columns(['organisation', 'status', 'id']).execute();
  await index('issues_by_time').columns(['organisation', 'created_at']).execute();
  await index('issues_of_key').columns(['organisation', 'asked_id', 'created_at']).execute();
  await index('issues_by_idempotency_key')
    .columns(['organisation', 'asked_id', 'idempotency_key'])
    .unique()
    .where(sql.ref('idempotency_key'), 'is not', null)
    .execute();
}

/** Every table's key starts with the organisation, as engines that divide tables by it demand. */
function keyedByOrganisation<Table extends string>(
  table: CreateTableBuilder<Table>,
): CreateTableBuilder<Table, 'organisation' | 'id'> {
  return table
    .addColumn('organisation', 'bigint', (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('primary_key', ['organisation', 'id']);
}
