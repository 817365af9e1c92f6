import type { Connection } from '../database/connection.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { InvitationRow } from '../database/tables/people.ts';

/** Invites an address; an invitation of the same address that has expired gives way. */
export async function insertInvitation(
  { db, now }: WriteTransaction,
  row: InvitationRow,
): Promise<InvitationRow> {
  await db
    .deleteFrom('invitations')
    .where('organisation', '=', row.organisation)
    .where('expires_at', '<=', now)
    .execute();
  await db.insertInto('invitations').values(row).execute();
  return row;
}

/** Invitations that nobody has taken and that have not expired, newest first. */
export function pendingInvitations(
  db: Connection,
  organisation: number,
  now: number,
): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute();
}

/** Gives whether there was one. */
export async function deleteInvitation(
  { db }: WriteTransaction,
  organisation: number,
  id: number,
): Promise<InvitationRow | undefined> {
  return db
    .deleteFrom('invitations')
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}
