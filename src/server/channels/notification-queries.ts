import { sql, type Updateable } from 'kysely';
import type { Connection } from '../database/connection.ts';
import type { Tables } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { SendRow } from '../database/tables/notifications.ts';

type NotificationKey = Pick<SendRow, 'organisation' | 'id'>;
type NotificationChannel = { readonly organisation: number; readonly channel: number };

/** Not bound, as the indexes of what waits say it. */
const PENDING = sql.lit<SendRow['state']>('pending');

type NewNotification = Pick<
  SendRow,
  'organisation' | 'purpose' | 'channel' | 'alert' | 'body' | 'tries' | 'due_at'
>;

/** Stores a notification that is to be sent to a channel. */
export async function insertNotification(
  transaction: WriteTransaction,
  notification: NewNotification,
): Promise<SendRow> {
  const row: SendRow = {
    ...notification,
    id: transaction.newId(),
    issue: null,
    address: null,
    state: 'pending',
    error: null,
    created_at: transaction.now,
    ended_at: null,
  };
  await transaction.db.insertInto('sends').values(row).execute();
  return row;
}

/**
 * What is due first, of any organisation, but for these channels: of an alert that opened and
 * resolved, the latter waits for the former.
 */
export function nextDueNotification(
  db: Connection,
  now: number,
  busyChannels: readonly number[],
): Promise<SendRow | undefined> {
  let query = db
    .selectFrom('sends')
    .selectAll()
    .where('state', '=', PENDING)
    .where('due_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sends as earlier')
            .select('earlier.id')
            .whereRef('earlier.organisation', '=', 'sends.organisation')
            .whereRef('earlier.channel', '=', 'sends.channel')
            .whereRef('earlier.alert', '=', 'sends.alert')
            .where('earlier.state', '=', PENDING)
            .whereRef('earlier.id', '<', 'sends.id'),
        ),
      ),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(1);
  if (busyChannels.length > 0) query = query.where('channel', 'not in', busyChannels);
  return query.executeTakeFirst();
}

/** Whether a try is due later than `ms`. */
export async function hasNotificationDueAfter(db: Connection, ms: number): Promise<boolean> {
  const later = db
    .selectFrom('sends')
    .select('id')
    .where('state', '=', PENDING)
    .where('due_at', '>', ms)
    .limit(1);
  return (await later.executeTakeFirst()) !== undefined;
}

/** Has every try fall due now that is due later than `ms`. */
export async function bringForward({ db, now }: WriteTransaction, ms: number): Promise<void> {
  await db
    .updateTable('sends')
    .set({ due_at: now })
    .where('state', '=', PENDING)
    .where('due_at', '>', ms)
    .execute();
}

/** Changes columns of a pending send; undefined where it is pending no more or at another try. */
export function updateNotification(
  { db }: WriteTransaction,
  { organisation, id, tries }: NotificationKey & Pick<SendRow, 'tries'>,
  changes: Updateable<Tables['sends']>,
): Promise<SendRow | undefined> {
  return db
    .updateTable('sends')
    .set(changes)
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('tries', '=', tries)
    .returningAll()
    .executeTakeFirst();
}

/** Drops the notifications of a channel that were not sent yet. */
export async function deletePendingNotifications(
  { db }: WriteTransaction,
  { organisation, channel }: NotificationChannel,
): Promise<void> {
  await db
    .deleteFrom('sends')
    .where('organisation', '=', organisation)
    .where('channel', '=', channel)
    .where('state', '=', PENDING)
    .execute();
}

/**
 * When the channel was tested that is the `place`th newest of the tests after `since` and up to `until`;
 * undefined where there are fewer.
 */
export async function nthNewestTestTime(
  db: Connection,
  { organisation, channel }: NotificationChannel,
  {
    since,
    until,
    place,
  }: { readonly since: number; readonly until: number; readonly place: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('sends')
    .select('created_at')
    .where('organisation', '=', organisation)
    .where('channel', '=', channel)
    .where('purpose', '=', 'test')
    .where('created_at', '>', since)
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc')
    .offset(place - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** Whether any send ended before a moment, of whatever organisation. */
export async function hasNotificationsEndedBefore(db: Connection, ms: number): Promise<boolean> {
  const found = await db
    .selectFrom('sends')
    .select('id')
    .where('ended_at', '<', ms)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteNotificationsEndedBefore(
  { db }: WriteTransaction,
  ms: number,
): Promise<void> {
  await db.deleteFrom('sends').where('ended_at', '<', ms).execute();
}
