import { sql, type Updateable } from 'kysely';
import type { Connection } from '../database/connection.ts';
import type { Tables } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { SealedSecretRow } from '../database/tables/short-lived.ts';
import { latestEnd } from '../database/time-limit.ts';
import { CLAIM_TTL_MS } from './claim-state.ts';

type SecretKey = Pick<SealedSecretRow, 'organisation' | 'id'>;

/** A request that its machine has not received yet. */
export async function insertSecretRequest(
  { db }: WriteTransaction,
  { organisation, id }: SecretKey,
): Promise<void> {
  const row = { organisation, id, state: 'pending', expires_at: null, sealed: null } as const;
  await db.insertInto('sealed_secrets').values(row).execute();
}

/** The request that this command carries. */
export function findSecretRequest(
  db: Connection,
  { organisation, id }: SecretKey,
): Promise<SealedSecretRow | undefined> {
  return db
    .selectFrom('sealed_secrets')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateSecretRequest(
  { db }: WriteTransaction,
  { organisation, id }: SecretKey,
  changes: Updateable<Tables['sealed_secrets']>,
): Promise<void> {
  await db
    .updateTable('sealed_secrets')
    .set(changes)
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .execute();
}

/** Requests whose two minutes are over, or not known any more (`isClaimDue`), and that nothing has ended yet. */
export function dueSecretRequests(db: Connection, now: number): Promise<SealedSecretRow[]> {
  return (
    db
      .selectFrom('sealed_secrets')
      .selectAll()
      // Not bound, as the index `sealed_secrets_open` says it.
      .where(sql<boolean>`state in ('pending', 'sealed')`)
      .where(({ eb, or }) =>
        or([eb('expires_at', '<=', now), eb('expires_at', '>', latestEnd(now, CLAIM_TTL_MS))]),
      )
      .limit(1000)
      .execute()
  );
}
