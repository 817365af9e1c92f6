import type { Store } from '../database/store.ts';
import { insertOrganisation, listOrganisations } from '../organisation/organisation-queries.ts';
import { type Actor, audit } from './admin.ts';
import { createKey } from './keys.ts';

/** One key of each scope. */
export interface FirstKeys {
  readonly read: string;
  readonly run: string;
  readonly admin: string;
}

export const SERVER_ACTOR: Actor = { kind: 'system', name: 'fleet serve' };

/** On an empty database (`first`), on each start, or never: nobody holds a key that is not shown. */
export type KeysMade = 'first' | 'always' | 'none';

/**
 * Makes an organisation where the database has none, and a key of each scope as `when` says. Gives
 * undefined where it made no keys.
 */
export async function makeFirstKeys(store: Store, when: KeysMade): Promise<FirstKeys | undefined> {
  const made = await makeOrganisation(store);
  if (when === 'none' || (when === 'first' && !made)) return undefined;
  const [organisation] = await store.read(listOrganisations);
  const admin = { store, actor: SERVER_ACTOR, organisation: organisation?.slug };
  const read = await createKey(admin, { name: 'first read key', scope: 'fleet:read' });
  const run = await createKey(admin, { name: 'first run key', scope: 'fleet:run' });
  const all = await createKey(admin, { name: 'first admin key', scope: 'fleet:admin' });
  return { read: read.key, run: run.key, admin: all.key };
}

/** Whether there was none. */
function makeOrganisation(store: Store): Promise<boolean> {
  return store.write(async (transaction) => {
    if ((await listOrganisations(transaction.db)).length > 0) return false;
    const { id } = await insertOrganisation(transaction, {
      slug: 'first',
      name: 'First organisation',
    });
    await audit(transaction, {
      organisation: id,
      actor: SERVER_ACTOR,
      action: 'organisation.create',
    });
    return true;
  });
}
