import type { Connection } from '../database/connection.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { AppTokenRow, PersonRow } from '../database/tables/people.ts';

export async function insertAppToken(
  { db }: WriteTransaction,
  row: AppTokenRow,
): Promise<AppTokenRow> {
  await db.insertInto('app_tokens').values(row).execute();
  return row;
}

/** The organisation's tokens, newest first; revoked and expired ones too. */
export function listAppTokens(db: Connection, organisation: number): Promise<AppTokenRow[]> {
  return db
    .selectFrom('app_tokens')
    .selectAll()
    .where('organisation', '=', organisation)
    .orderBy('id', 'desc')
    .execute();
}

interface AppTokenOfPerson {
  readonly token: AppTokenRow;
  readonly person: PersonRow;
}

/** The token of this id, whichever organisation it belongs to, and the person as they are now. */
export async function findAppToken(
  db: Connection,
  id: number,
): Promise<AppTokenOfPerson | undefined> {
  const token = await db
    .selectFrom('app_tokens')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (token === undefined) return undefined;
  const person = await db
    .selectFrom('people')
    .selectAll()
    .where('organisation', '=', token.organisation)
    .where('id', '=', token.person)
    .executeTakeFirst();
  return person && { token, person };
}

/** Revokes a token from the next request on; false where there was none to revoke. */
export async function revokeAppToken(
  { db, now }: WriteTransaction,
  organisation: number,
  id: number,
): Promise<AppTokenRow | undefined> {
  return db
    .updateTable('app_tokens')
    .set({ revoked_at: now })
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
