import type { CreateTableBuilder } from 'kysely';
import type { Connection } from '../connection.ts';

/** People, their invitations and the apps they connected; the plan; settings of the deployment. */
export async function up(db: Connection): Promise<void> {
  await keyedByOrganisation(db.schema.createTable('people'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await uniqueEmail(db, 'people');
  await keyedByOrganisation(db.schema.createTable('invitations'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await uniqueEmail(db, 'invitations');
  await keyedByOrganisation(db.schema.createTable('app_tokens'))
    .addColumn('person', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  // A credential names its row before its organisation is known.
  await db.schema.createIndex('app_tokens_by_id').on('app_tokens').column('id').unique().execute();
  // Whom the service writes to about what a key did.
  await db.schema.alterTable('api_keys').addColumn('created_by', 'bigint').execute();
  await addPlanColumns(db);
  await db.schema
    .createTable('deployment')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}

async function addPlanColumns(db: Connection): Promise<void> {
  const table = () => db.schema.alterTable('organisations');
  await table()
    .addColumn('plan_status', 'text', (column) => column.notNull().defaultTo('active'))
    .execute();
  await table()
    .addColumn('billing_period', 'text', (column) => column.notNull().defaultTo('monthly'))
    .execute();
  await table()
    .addColumn('cancellation_pending', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

function uniqueEmail(db: Connection, table: 'people' | 'invitations'): Promise<void> {
  return db.schema
    .createIndex(`${table}_by_email`)
    .on(table)
    .columns(['organisation', 'email'])
    .unique()
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
