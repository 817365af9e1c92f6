import type { Updateable } from 'kysely';
import type { Connection } from '../database/connection.ts';
import type { OrganisationRow, Tables } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { NEW_RULE } from './keep-rule.ts';

/** A new organisation on the free plan, which keeps webhook bodies, and history for a time. */
export async function insertOrganisation(
  transaction: WriteTransaction,
  named: Pick<OrganisationRow, 'slug' | 'name'>,
): Promise<OrganisationRow> {
  const row: OrganisationRow = {
    ...named,
    id: transaction.newId(),
    plan: 'free',
    plan_status: 'active',
    billing_period: 'monthly',
    cancellation_pending: 0,
    store_payloads: 1,
    ...NEW_RULE,
    created_at: transaction.now,
  };
  await transaction.db.insertInto('organisations').values(row).execute();
  return row;
}

export function findOrganisation(db: Connection, id: number): Promise<OrganisationRow | undefined> {
  return db.selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Every organisation of this server, oldest first. */
export function listOrganisations(db: Connection): Promise<OrganisationRow[]> {
  return db.selectFrom('organisations').selectAll().orderBy('id').execute();
}

/** Changes columns of one organisation and gives it as it now stands. */
export function updateOrganisation(
  { db }: WriteTransaction,
  id: number,
  changes: Updateable<Tables['organisations']>,
): Promise<OrganisationRow> {
  return db
    .updateTable('organisations')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
