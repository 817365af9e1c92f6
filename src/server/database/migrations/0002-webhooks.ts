import { sql } from 'kysely';
import type { Connection } from '../connection.ts';
import type { Dialect } from '../dialect.ts';

/** Hosted URLs, what they hold for their machines, and the deliveries with their kept bodies. */
export async function up(db: Connection, { search }: Pick<Dialect, 'search'>): Promise<void> {
  await createHostedUrls(db);
  await createHeldDeliveries(db);
  await createDeliveries(db);
  await search.createIndex(db);
}

async function createHostedUrls(db: Connection): Promise<void> {
  await db.schema
    .createTable('hosted_urls')
    .addColumn('organisation', 'bigint', (column) => column.notNull())
    .addColumn('machine', 'bigint', (column) => column.notNull())
    .addColumn('skill', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('token_id', 'bigint', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('received', 'bigint', (column) => column.notNull())
    .addColumn('dropped', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('primary_key', ['organisation', 'machine', 'skill'])
    .execute();
  // A token names its row before the organisation is known.
  await db.schema
    .createIndex('hosted_urls_by_token')
    .on('hosted_urls')
    .column('token_id')
    .unique()
    .execute();
  await db.schema
    .createTable('hosted_counts')
    .addColumn('organisation', 'bigint', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('received', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('primary_key', ['organisation', 'month'])
    .execute();
}

async function createHeldDeliveries(db: Connection): Promise<void> {
  await db.schema
    .createTable('held_deliveries')
    .addColumn('organisation', 'bigint', (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('machine', 'bigint', (column) => column.notNull())
    .addColumn('skill', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('sealed', 'text')
    .addPrimaryKeyConstraint('primary_key', ['organisation', 'id'])
    .execute();
  await db.schema
    .createIndex('held_deliveries_waiting')
    .on('held_deliveries')
    .columns(['organisation', 'machine', 'id'])
    .where(sql.ref('sealed'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('held_deliveries_by_time')
    .on('held_deliveries')
    .column('received_at')
    .execute();
}

async function createDeliveries(db: Connection): Promise<void> {
  await db.schema
    .createTable('deliveries')
    .addColumn('organisation', 'bigint', (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('machine', 'bigint', (column) => column.notNull())
    .addColumn('machine_delivery_id', 'text', (column) => column.notNull())
    .addColumn('sender_delivery_id', 'text')
    .addColumn('skill', 'text')
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('code', 'text')
    .addColumn('http_status', 'integer', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('sender', 'text')
    .addColumn('headers', 'text', (column) => column.notNull())
    .addColumn('via', 'text', (column) => column.notNull())
    .addColumn('machine_job_id', 'text')
    .addColumn('job', 'bigint')
    .addColumn('content_type', 'text')
    .addColumn('body_bytes', 'bigint', (column) => column.notNull())
    .addColumn('search', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('primary_key', ['organisation', 'id'])
    .execute();
  const index = (name: string) => db.schema.createIndex(name).on('deliveries');
  await index('deliveries_by_id').column('id').unique().execute();
  await index('deliveries_of_machine')
    .columns(['organisation', 'machine', 'machine_delivery_id'])
    .unique()
    .execute();
  for (const column of [
    'machine',
    'machine_delivery_id',
    'sender_delivery_id',
    'skill',
    'outcome',
    'via',
    'machine_job_id',
    'job',
  ]) {
    await index(`deliveries_by_${column}`).columns(['organisation', column, 'id']).execute();
  }
  await db.schema
    .createTable('delivery_bodies')
    .addColumn('organisation', 'bigint', (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('primary_key', ['organisation', 'id'])
    .execute();
  await db.schema
    .createIndex('delivery_bodies_by_expiry')
    .on('delivery_bodies')
    .column('expires_at')
    .execute();
}
