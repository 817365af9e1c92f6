import type { Connection } from '../database/connection.ts';
import type { ApiKeyRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';

type NewApiKeyRow = Omit<ApiKeyRow, 'created_at' | 'revoked_at'>;

/** Stores a key by its hash; its id comes first from `newId`, because the key's text holds it. */
export async function insertKey(
  transaction: WriteTransaction,
  key: NewApiKeyRow,
): Promise<ApiKeyRow> {
  const row = { ...key, created_at: transaction.now, revoked_at: null };
  await transaction.db.insertInto('api_keys').values(row).execute();
  return row;
}

/** The key of this id, whichever organisation it belongs to; revoked and expired ones too. */
export function findKey(db: Connection, id: number): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The organisation's keys, newest first; revoked and expired ones too. */
export function listKeys(db: Connection, organisation: number): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('organisation', '=', organisation)
    .orderBy('id', 'desc')
    .execute();
}

/** Revokes a key from the next request on; false where there was none to revoke. */
export async function revokeKey(
  transaction: WriteTransaction,
  organisation: number,
  id: number,
): Promise<ApiKeyRow | undefined> {
  return transaction.db
    .updateTable('api_keys')
    .set({ revoked_at: transaction.now })
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
