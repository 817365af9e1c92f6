import { usageFailure } from '../../contract/failure.ts';
import type { Scope } from '../../contract/scope.ts';
import { idOfKeyText } from '../access/api-key.ts';
import { findKey } from '../access/api-key-queries.ts';
import { matchesHash } from '../access/token-hash.ts';
import type { ApiKeyRow } from '../database/schema.ts';
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
 * Makes an organisation where the database has none, and a key of each scope as `when` says, but for
 * those of `kept` that are valid. Gives undefined where there are to be none.
 */
export async function makeFirstKeys(
  store: Store,
  when: KeysMade,
  kept?: FirstKeys,
): Promise<FirstKeys | undefined> {
  const made = await makeOrganisation(store);
  if (when === 'none' || (when === 'first' && !made)) return undefined;
  const [organisation] = await store.read(listOrganisations);
  const admin = { store, actor: SERVER_ACTOR, organisation: organisation?.slug };
  const key = async (name: keyof FirstKeys): Promise<string> => {
    const scope = `fleet:${name}` as const;
    const held = kept?.[name];
    if (held !== undefined && (await isValid(store, held, scope))) return held;
    return (await createKey(admin, { name: `first ${name} key`, scope })).key;
  };
  return { read: await key('read'), run: await key('run'), admin: await key('admin') };
}

/**
 * Throws `Failure` usage for a database that has an organisation and none of the keys of an earlier
 * demonstration on it: machines and jobs of the demonstration would stand among its own.
 */
export async function requireOwnDemo(store: Store, kept: FirstKeys | undefined): Promise<void> {
  const [organisation] = await store.read(listOrganisations);
  if (organisation === undefined) return;
  const keys = await Promise.all(Object.values(kept ?? {}).map((text) => keyOf(store, text)));
  if (keys.some((key) => key !== undefined)) return;
  throw usageFailure(
    'The data are of no demonstration',
    `Another server has made the organisation ${organisation.name} there, and a demonstration has a folder or a database of its own. Nothing was changed.`,
  );
}

/** Whether a text is a key of this database with this scope, neither revoked nor with an end. */
async function isValid(store: Store, text: string, scope: Scope): Promise<boolean> {
  const key = await keyOf(store, text);
  return key?.scope === scope && key.revoked_at === null && key.expires_at === null;
}

/** The key that a text is in this database, revoked or not. */
async function keyOf(store: Store, text: string): Promise<ApiKeyRow | undefined> {
  const id = idOfKeyText(text);
  const key = id === undefined ? undefined : await store.read((db) => findKey(db, id));
  return key !== undefined && matchesHash(text, key.hash) ? key : undefined;
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
