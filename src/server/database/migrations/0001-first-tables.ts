import { type CreateTableBuilder, sql } from 'kysely';
import type { Connection } from '../connection.ts';

/** Organisations with their keys, machines, jobs, commands, alerts and audit log. */
export async function up(db: Connection): Promise<void> {
  await createOrganisations(db);
  await createMachines(db);
  await createJobs(db);
  await createCommands(db);
  await createAlerts(db);
  await createAudit(db);
}

async function createOrganisations(db: Connection): Promise<void> {
  await db.schema
    .createTable('organisations')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('store_payloads', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await keyedByOrganisation(db.schema.createTable('api_keys'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  // A credential names its row before its organisation is known.
  await db.schema.createIndex('api_keys_by_id').on('api_keys').column('id').unique().execute();
}

async function createMachines(db: Connection): Promise<void> {
  await keyedByOrganisation(db.schema.createTable('machines'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hostname', 'text')
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('paired_at', 'bigint', (column) => column.notNull())
    .addColumn('last_sync_at', 'bigint')
    .addColumn('clock_skew_ms', 'bigint')
    .addColumn('events_waiting', 'integer', (column) => column.notNull())
    .addColumn('mode', 'text')
    .addColumn('report', 'text')
    .addColumn('disconnected_at', 'bigint')
    .execute();
  await db.schema.createIndex('machines_by_id').on('machines').column('id').unique().execute();
}

async function createJobs(db: Connection): Promise<void> {
  await keyedByOrganisation(db.schema.createTable('jobs'))
    .addColumn('machine', 'bigint', (column) => column.notNull())
    .addColumn('machine_job_id', 'text')
    .addColumn('skill', 'text', (column) => column.notNull())
    .addColumn('runner', 'text')
    .addColumn('model', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('trigger', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('percent', 'double precision')
    .addColumn('cost_usd', 'double precision')
    .addColumn('tokens', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('report', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('activity_at', 'bigint', (column) => column.notNull())
    .execute();
  const index = (name: string) => db.schema.createIndex(name).on('jobs');
  await index('jobs_of_machine')
    .columns(['organisation', 'machine', 'machine_job_id'])
    .unique()
    .execute();
  await index('jobs_by_machine_job_id').columns(['organisation', 'machine_job_id']).execute();
  await index('jobs_by_skill').columns(['organisation', 'machine', 'skill', 'id']).execute();
  await index('jobs_by_state').columns(['organisation', 'state', 'id']).execute();
  await index('jobs_by_activity').columns(['organisation', 'activity_at', 'id']).execute();
}

async function createCommands(db: Connection): Promise<void> {
  await keyedByOrganisation(db.schema.createTable('commands'))
    .addColumn('machine', 'bigint', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('args', 'text', (column) => column.notNull())
    .addColumn('asked_kind', 'text', (column) => column.notNull())
    .addColumn('asked_id', 'text')
    .addColumn('asked_name', 'text', (column) => column.notNull())
    .addColumn('job', 'bigint')
    .addColumn('skill', 'text')
    .addColumn('error', 'text')
    .addColumn('result', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('delivered_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .execute();
  const index = (name: string) => db.schema.createIndex(name).on('commands');
  await index('commands_of_job').columns(['organisation', 'job', 'id']).execute();
  await index('commands_of_machine').columns(['organisation', 'machine', 'id']).execute();
  const unfinished = ['pending', 'delivered'];
  await index('commands_unfinished')
    .columns(['organisation', 'machine', 'expires_at'])
    .where(sql.ref('status'), 'in', unfinished)
    .execute();
  await index('commands_due')
    .column('expires_at')
    .where(sql.ref('status'), 'in', unfinished)
    .execute();
}

async function createAlerts(db: Connection): Promise<void> {
  await keyedByOrganisation(db.schema.createTable('alerts'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('condition', 'text', (column) => column.notNull())
    .addColumn('holds', 'integer', (column) => column.notNull())
    .addColumn('machine', 'bigint', (column) => column.notNull())
    .addColumn('job', 'bigint')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .addColumn('resolved_at', 'bigint')
    .execute();
  const index = (name: string) => db.schema.createIndex(name).on('alerts');
  await index('alerts_holding')
    .columns(['organisation', 'machine', 'condition'])
    .unique()
    .where(sql.ref('holds'), '=', 1)
    .execute();
  await index('alerts_by_state').columns(['organisation', 'state', 'id']).execute();
}

async function createAudit(db: Connection): Promise<void> {
  await keyedByOrganisation(db.schema.createTable('audit'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('machine', 'bigint')
    .addColumn('job', 'bigint')
    .addColumn('skill', 'text')
    .addColumn('command', 'bigint')
    .addColumn('request_id', 'text')
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
