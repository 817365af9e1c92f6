import { rfc3339 } from '../../base/time/rfc3339.ts';
import { createAppTokenText } from '../access/app-token.ts';
import { insertAppToken, listAppTokens, revokeAppToken } from '../access/app-token-queries.ts';
import { hashToken } from '../access/token-hash.ts';
import { settingsOf } from '../audit/audit-details.ts';
import { formatId, parseId } from '../database/row-id.ts';
import type { AppTokenRow } from '../database/tables/people.ts';
import { type Admin, audit, chosenOrganisation, notFound } from './admin.ts';
import { checkName } from './check-name.ts';
import { personNamed } from './people-input.ts';

/** A token of a connected app as it may be shown at any time. */
interface AppTokenRecord {
  readonly id: string;
  readonly name: string;
  readonly person: string;
  readonly created_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

interface AppTokenRequest {
  /** The app's name. */
  readonly name: string;
  /** Id or email address of whom the app acts for. */
  readonly person: string;
  readonly expiresInSeconds?: number | undefined;
}

/**
 * Issues an OAuth token of a connected app, which acts with its person's role; `token` is shown this
 * once. Throws `Failure` usage, or refused, `not_found`.
 */
export async function createAppToken(
  admin: Admin,
  request: AppTokenRequest,
): Promise<AppTokenRecord & { readonly token: string }> {
  const name = checkName(request.name);
  return admin.store.write(async (transaction) => {
    const { db, now } = transaction;
    const { id: organisation } = await chosenOrganisation(db, admin.organisation);
    const person = await personNamed(db, organisation, request.person);
    const id = transaction.newId();
    const token = createAppTokenText(id);
    const { expiresInSeconds } = request;
    const row = await insertAppToken(transaction, {
      organisation,
      id,
      person: person.id,
      name,
      hash: hashToken(token),
      created_at: now,
      expires_at: expiresInSeconds === undefined ? null : now + expiresInSeconds * 1000,
      revoked_at: null,
    });
    await audit(transaction, {
      organisation,
      actor: admin.actor,
      action: 'app_token.create',
      subject: subjectOf(row),
      changed: settingsOf({
        person: formatId('per', person.id),
        expires_at: rfc3339(row.expires_at) ?? undefined,
      }),
    });
    return { ...record(row), token };
  });
}

/** Every token of the organisation, newest first. */
export async function listAllAppTokens(admin: Admin): Promise<readonly AppTokenRecord[]> {
  return admin.store.read(async (db) => {
    const { id } = await chosenOrganisation(db, admin.organisation);
    return (await listAppTokens(db, id)).map(record);
  });
}

/** Revokes a token from its next request on. Throws `Failure` refused, `not_found`. */
export async function revokeAppTokenById(
  admin: Admin,
  named: string,
): Promise<{ readonly id: string }> {
  return admin.store.write(async (transaction) => {
    const { id: organisation } = await chosenOrganisation(transaction.db, admin.organisation);
    const id = parseId('app', named);
    const row = id === undefined ? undefined : await revokeAppToken(transaction, organisation, id);
    if (row === undefined) throw notFound('unrevoked app token', named);
    const about = { organisation, actor: admin.actor, subject: subjectOf(row) };
    await audit(transaction, { ...about, action: 'app_token.revoke' });
    return { id: named };
  });
}

function subjectOf({ id, name }: AppTokenRow) {
  return { kind: 'app_token', id: formatId('app', id), name } as const;
}

function record(row: AppTokenRow): AppTokenRecord {
  return {
    id: formatId('app', row.id),
    name: row.name,
    person: formatId('per', row.person),
    created_at: rfc3339(row.created_at),
    expires_at: rfc3339(row.expires_at),
    revoked_at: rfc3339(row.revoked_at),
  };
}
