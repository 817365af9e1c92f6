import { settingFailure } from '../../contract/failure.ts';
import { formatId } from '../database/row-id.ts';
import type { OrganisationRow } from '../database/schema.ts';
import { updateOrganisation } from '../organisation/organisation-queries.ts';
import { type Admin, audit, chosenOrganisation } from './admin.ts';
import { checkName } from './check-name.ts';

interface OrganisationRecord {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly plan: string;
  readonly store_payloads: boolean;
}

interface OrganisationChanges {
  readonly name?: string | undefined;
  readonly storePayloads?: boolean | undefined;
}

export async function showOrganisation(admin: Admin): Promise<OrganisationRecord> {
  return admin.store.read(async (db) => record(await chosenOrganisation(db, admin.organisation)));
}

/** Changes what is given and gives the organisation as it now stands. Throws `Failure` usage. */
export async function setOrganisation(
  admin: Admin,
  changes: OrganisationChanges,
): Promise<OrganisationRecord> {
  const { name, storePayloads } = changes;
  const columns = {
    ...(name === undefined ? {} : { name: checkName(name) }),
    ...(storePayloads === undefined ? {} : { store_payloads: storePayloads ? 1 : 0 }),
  };
  if (Object.keys(columns).length === 0) {
    throw settingFailure('Nothing to set', { noneOf: ['name', 'store-payloads'] });
  }
  return admin.store.write(async (transaction) => {
    const { id } = await chosenOrganisation(transaction.db, admin.organisation);
    const changed = await updateOrganisation(transaction, id, columns);
    const entry = { organisation: id, actor: admin.actor, action: 'organisation.update' };
    await audit(transaction, entry);
    return record(changed);
  });
}

function record(row: OrganisationRow): OrganisationRecord {
  const { slug, name, plan } = row;
  const storePayloads = row.store_payloads === 1;
  return { id: formatId('org', row.id), slug, name, plan, store_payloads: storePayloads };
}
