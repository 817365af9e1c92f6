import type { Connection } from '../database/connection.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { DeliveryRow } from '../database/tables/webhooks.ts';

const BODY_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

type DeliveryKey = Pick<DeliveryRow, 'organisation' | 'id'>;

interface BodyToKeep {
  /** In base64url. */
  readonly body: string;
  /** As `ownerOfRejected` has it; null where the webhook was not rejected. */
  readonly rejectedOf: string | null;
}

/** Keeps a body for 30 days by the server's clock; one that is kept already stays. */
export async function saveBody(
  { db, now }: WriteTransaction,
  { organisation, id }: DeliveryKey,
  { body, rejectedOf: rejected_of }: BodyToKeep,
): Promise<void> {
  // Base64url has four characters for three bytes.
  const bytes = Math.floor((body.length * 3) / 4);
  const expires_at = now + BODY_RETENTION_MS;
  await db
    .insertInto('delivery_bodies')
    .values({ organisation, id, body, expires_at, rejected_of, bytes })
    .onConflict((conflict) =>
      conflict.columns(['organisation', 'id']).doUpdateSet({ rejected_of, bytes }),
    )
    .execute();
}

/** The kept body, byte for byte; undefined where none is kept at `now`. */
export async function findBody(
  db: Connection,
  { organisation, id }: DeliveryKey,
  now: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('delivery_bodies')
    .select('body')
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && Buffer.from(row.body, 'base64url');
}

/** Deletes bodies whose time is over, of every organisation. */
export async function deleteExpiredBodies(db: Connection, now: number): Promise<void> {
  await db.deleteFrom('delivery_bodies').where('expires_at', '<=', now).execute();
}

export async function hasExpiredBodies(db: Connection, now: number): Promise<boolean> {
  const old = db.selectFrom('delivery_bodies').select('id').where('expires_at', '<=', now);
  return (await old.limit(1).execute()).length > 0;
}
