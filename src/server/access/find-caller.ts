import type { Caller } from '../caller.ts';
import { matchesHash } from '../fleet/machine-token.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { findKey } from '../store/keys.ts';
import { formatId } from '../store/row-id.ts';
import { idOfKeyText } from './api-key.ts';

/**
 * Who holds this API key. It is looked up anew with every request, so that a key revoked a moment
 * ago is refused. Throws `invalid_key`, or `unavailable` while the database is away.
 */
export async function findCaller(service: Service, credential: string): Promise<Caller> {
  const id = idOfKeyText(credential);
  const key = id === undefined ? undefined : await service.store.read((db) => findKey(db, id));
  if (key === undefined || !matchesHash(credential, key.hash)) throw invalidKey();
  const expired = key.expires_at !== null && key.expires_at <= service.clock.now();
  if (expired || key.revoked_at !== null) throw invalidKey();
  return {
    organisation: key.organisation,
    kind: 'api_key',
    id: formatId('key', key.id),
    name: key.name,
    scope: key.scope,
  };
}

/** One answer for all three, so that it tells nobody which keys there are. */
function invalidKey(): Refusal {
  return new Refusal('invalid_key', 'The API key is unknown, revoked or expired.');
}
