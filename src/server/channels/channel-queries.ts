import type { Updateable } from 'kysely';
import type { Connection } from '../database/connection.ts';
import type { Tables } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { ChannelRow } from '../database/tables/notifications.ts';

type ChannelKey = Pick<ChannelRow, 'organisation' | 'id'>;

type NewChannel = Omit<ChannelRow, 'last_delivery_at' | 'last_error' | 'last_error_at'>;

/** A channel to which nothing was sent yet. */
export async function insertChannel(
  { db }: WriteTransaction,
  channel: NewChannel,
): Promise<ChannelRow> {
  const row = { ...channel, last_delivery_at: null, last_error: null, last_error_at: null };
  await db.insertInto('channels').values(row).execute();
  return row;
}

/** Every channel of the organisation, newest first. */
export function listChannels(db: Connection, organisation: number): Promise<ChannelRow[]> {
  return db
    .selectFrom('channels')
    .selectAll()
    .where('organisation', '=', organisation)
    .orderBy('id', 'desc')
    .execute();
}

export function findChannel(
  db: Connection,
  { organisation, id }: ChannelKey,
): Promise<ChannelRow | undefined> {
  return db
    .selectFrom('channels')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Changes columns of one channel and gives it as it now stands; undefined for one that is gone. */
export function updateChannel(
  { db }: WriteTransaction,
  { organisation, id }: ChannelKey,
  changes: Updateable<Tables['channels']>,
): Promise<ChannelRow | undefined> {
  return db
    .updateTable('channels')
    .set(changes)
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteChannel(
  { db }: WriteTransaction,
  { organisation, id }: ChannelKey,
): Promise<void> {
  await db
    .deleteFrom('channels')
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .execute();
}
