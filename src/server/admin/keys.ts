import { rfc3339 } from '../../base/time/rfc3339.ts';
import { settingFailure } from '../../contract/failure.ts';
import { SCOPES, type Scope } from '../../contract/scope.ts';
import { listKeys, revokeKey } from '../access/api-key-queries.ts';
import { issueKey } from '../access/issue-key.ts';
import { settingsOf } from '../audit/audit-details.ts';
import { formatId, parseId } from '../database/row-id.ts';
import type { ApiKeyRow } from '../database/schema.ts';
import { type Admin, audit, chosenOrganisation, notFound } from './admin.ts';
import { checkName } from './check-name.ts';
import { personNamed } from './people-input.ts';
import { requireRoom } from './require-plan-room.ts';

/** An API key as it may be shown at any time. */
interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  readonly prefix: string;
  readonly created_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

interface KeyRequest {
  readonly name: string;
  readonly scope: string;
  /** From now; without it the key does not expire. */
  readonly expiresInSeconds?: number | undefined;
  /** Id or email address of the person who makes it; acknowledgements of its reports go there. */
  readonly createdBy?: string | undefined;
}

/** Creates an API key; `key` in the answer is shown this once. Throws `Failure` usage. */
export async function createKey(
  admin: Admin,
  request: KeyRequest,
): Promise<KeyRecord & { readonly key: string }> {
  const name = checkName(request.name);
  const scope = checkScope(request.scope);
  return admin.store.write(async (transaction) => {
    const organisation = await chosenOrganisation(transaction.db, admin.organisation);
    await requireRoom(transaction, organisation.id, 'api_keys');
    const { createdBy, expiresInSeconds: lifeSeconds } = request;
    const creator =
      createdBy === undefined
        ? undefined
        : await personNamed(transaction.db, organisation.id, createdBy);
    const expiresAt = lifeSeconds === undefined ? null : transaction.now + lifeSeconds * 1000;
    const { key, text } = await issueKey(transaction, {
      organisation: organisation.id,
      name,
      scope,
      expiresAt,
      createdBy: creator?.id,
    });
    await audit(transaction, {
      organisation: organisation.id,
      actor: admin.actor,
      action: 'key.create',
      subject: subjectOf(key),
      changed: settingsOf({ scope, expires_at: rfc3339(expiresAt) ?? undefined }),
    });
    return { ...keyRecord(key), key: text };
  });
}

/** Every key of the organisation, newest first. */
export async function listAllKeys(admin: Admin): Promise<readonly KeyRecord[]> {
  return admin.store.read(async (db) => {
    const organisation = await chosenOrganisation(db, admin.organisation);
    return (await listKeys(db, organisation.id)).map(keyRecord);
  });
}

/** Revokes a key from the next request on. Throws `Failure` refused, `not_found`. */
export async function revokeKeyById(
  admin: Admin,
  idText: string,
): Promise<{ readonly id: string }> {
  return admin.store.write(async (transaction) => {
    const organisation = await chosenOrganisation(transaction.db, admin.organisation);
    const id = parseId('key', idText);
    const key = id === undefined ? undefined : await revokeKey(transaction, organisation.id, id);
    if (key === undefined) throw notFound('unrevoked key id', idText);
    await audit(transaction, {
      organisation: organisation.id,
      actor: admin.actor,
      action: 'key.revoke',
      subject: subjectOf(key),
    });
    return { id: idText };
  });
}

function checkScope(text: string): Scope {
  const scope = SCOPES.find((candidate) => candidate === text);
  if (scope !== undefined) return scope;
  throw settingFailure('The scope is not known', {
    setting: 'scope',
    value: text,
    allowed: SCOPES,
  });
}

function subjectOf({ id, name }: ApiKeyRow) {
  return { kind: 'api_key', id: formatId('key', id), name } as const;
}

function keyRecord(row: ApiKeyRow): KeyRecord {
  return {
    id: formatId('key', row.id),
    name: row.name,
    scope: row.scope,
    prefix: row.prefix,
    created_at: rfc3339(row.created_at),
    expires_at: rfc3339(row.expires_at),
    revoked_at: rfc3339(row.revoked_at),
  };
}
