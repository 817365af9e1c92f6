import { roleOfScope, scopeOfRole } from '../../contract/scope.ts';
import { formatId } from '../database/row-id.ts';
import type { ApiKeyRow } from '../database/schema.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { idOfKeyText } from './api-key.ts';
import { findKey } from './api-key-queries.ts';
import { idOfAppToken } from './app-token.ts';
import { findAppToken } from './app-token-queries.ts';
import type { Caller } from './caller.ts';
import { matchesHash } from './token-hash.ts';

/**
 * Who holds this API key, or this OAuth token of a connected app (specification, "Authentication").
 * It is looked up anew with every request, so that what was revoked a moment ago is refused and a
 * person's role of now counts. Throws `invalid_key`, or `unavailable` while the database is away.
 */
export async function findCaller(service: Service, credential: string): Promise<Caller> {
  const token = idOfAppToken(credential);
  if (token !== undefined) return findPersonOf(service, credential, token);
  const id = idOfKeyText(credential);
  const key = id === undefined ? undefined : await service.store.read((db) => findKey(db, id));
  if (key === undefined || !matchesHash(credential, key.hash)) throw invalidKey();
  requireValid(service, key);
  return callerOfKey(key);
}

/** The caller that a valid API key is; throws `invalid_key` where there is none. */
export function callerOfKey(key: ApiKeyRow | undefined): Caller {
  if (key === undefined) throw invalidKey();
  const shown = formatId('key', key.id);
  return {
    organisation: key.organisation,
    kind: 'api_key',
    id: shown,
    name: key.name,
    scope: key.scope,
    role: roleOfScope(key.scope),
    credential: shown,
  };
}

async function findPersonOf(service: Service, credential: string, id: number): Promise<Caller> {
  const found = await service.store.read((db) => findAppToken(db, id));
  if (found === undefined || !matchesHash(credential, found.token.hash)) throw invalidKey();
  requireValid(service, found.token);
  const { person } = found;
  return {
    organisation: person.organisation,
    kind: 'person',
    id: formatId('per', person.id),
    name: person.name,
    scope: scopeOfRole(person.role),
    role: person.role,
    credential: formatId('app', id),
  };
}

interface Validity {
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}

function requireValid({ clock }: Service, { expires_at, revoked_at }: Validity): void {
  const expired = expires_at !== null && expires_at <= clock.now();
  if (expired || revoked_at !== null) throw invalidKey();
}

/** One answer for all, so that it tells nobody which keys there are. */
function invalidKey(): Refusal {
  return new Refusal('invalid_key', 'The API key is unknown, revoked or expired.');
}
