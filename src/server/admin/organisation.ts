import { settingFailure } from '../../contract/failure.ts';
import { settingsOf } from '../audit/audit-details.ts';
import { formatId } from '../database/row-id.ts';
import type { OrganisationRow } from '../database/schema.ts';
import {
  HISTORY_KINDS,
  type HistoryKind,
  readRule,
  type ShownRule,
  shownRule,
} from '../organisation/keep-rule.ts';
import { updateOrganisation } from '../organisation/organisation-queries.ts';
import { type Admin, audit, chosenOrganisation } from './admin.ts';
import { checkName } from './check-name.ts';

interface OrganisationRecord extends ShownRule {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly plan: string;
  readonly store_payloads: boolean;
}

interface OrganisationChanges {
  readonly name?: string | undefined;
  readonly storePayloads?: boolean | undefined;
  /** For how long history is kept: a number of days, or `forever`. */
  readonly keep?: Readonly<Partial<Record<HistoryKind, string | undefined>>>;
}

export async function showOrganisation(admin: Admin): Promise<OrganisationRecord> {
  return admin.store.read(async (db) => record(await chosenOrganisation(db, admin.organisation)));
}

/** Changes what is given and gives the organisation as it now stands. Throws `Failure` usage. */
export async function setOrganisation(
  admin: Admin,
  changes: OrganisationChanges,
): Promise<OrganisationRecord> {
  const { name, storePayloads, keep = {} } = changes;
  const columns = {
    ...(name === undefined ? {} : { name: checkName(name) }),
    ...(storePayloads === undefined ? {} : { store_payloads: storePayloads ? 1 : 0 }),
    ...readRule(keep),
  };
  if (Object.keys(columns).length === 0) {
    throw settingFailure('Nothing to set', {
      noneOf: ['name', 'store-payloads', ...HISTORY_KINDS.map((kind) => `keep-${kind}`)],
    });
  }
  return admin.store.write(async (transaction) => {
    const { id } = await chosenOrganisation(transaction.db, admin.organisation);
    const changed = await updateOrganisation(transaction, id, columns);
    await audit(transaction, {
      organisation: id,
      actor: admin.actor,
      action: 'organisation.update',
      changed: settingsOf({ name, store_payloads: storePayloads, ...readRule(keep) }),
    });
    return record(changed);
  });
}

function record(row: OrganisationRow): OrganisationRecord {
  const { slug, name, plan } = row;
  const storePayloads = row.store_payloads === 1;
  const id = formatId('org', row.id);
  return { id, slug, name, plan, store_payloads: storePayloads, ...shownRule(row) };
}
