import { settingFailure } from '../../contract/failure.ts';
import { formatId, parseId } from '../database/row-id.ts';
import type { InvitationRow } from '../database/tables/people.ts';
import {
  deleteInvitation,
  insertInvitation,
  pendingInvitations,
} from '../organisation/invitation-queries.ts';
import { toInvitation } from '../organisation/member-record.ts';
import { listPeople } from '../organisation/person-queries.ts';
import { type Admin, audit, chosenOrganisation, notFound } from './admin.ts';
import { checkEmail, checkRole } from './people-input.ts';
import { requireRoom } from './require-plan-room.ts';

type InvitationRecord = ReturnType<typeof toInvitation>;

const DAYS = 14;
const DAY_MS = 86_400_000;

/** Invites somebody for fourteen days. Throws `Failure` usage, or refused, `plan_limit`. */
export async function createInvitation(
  admin: Admin,
  request: { readonly email: string; readonly role: string },
): Promise<InvitationRecord> {
  const email = checkEmail(request.email);
  const role = checkRole(request.role);
  return admin.store.write(async (transaction) => {
    const { db, now } = transaction;
    const { id: organisation } = await chosenOrganisation(db, admin.organisation);
    const known = [
      ...(await listPeople(db, organisation)),
      ...(await pendingInvitations(db, organisation, now)),
    ];
    if (known.some((each) => each.email === email)) {
      throw settingFailure('The person is a member or invited already', {
        setting: 'email',
        value: email,
      });
    }
    await requireRoom(transaction, organisation, 'people');
    const invitation = await insertInvitation(transaction, {
      organisation,
      id: transaction.newId(),
      email,
      role,
      created_at: now,
      expires_at: now + DAYS * DAY_MS,
    });
    const about = { organisation, actor: admin.actor, subject: subjectOf(invitation) };
    const changed = [{ name: 'role', value: role }];
    await audit(transaction, { ...about, action: 'invitation.create', changed });
    return toInvitation(invitation);
  });
}

/** Pending invitations, newest first. */
export async function listAllInvitations(admin: Admin): Promise<readonly InvitationRecord[]> {
  const now = admin.store.clock.now();
  return admin.store.read(async (db) => {
    const { id } = await chosenOrganisation(db, admin.organisation);
    return (await pendingInvitations(db, id, now)).map(toInvitation);
  });
}

/** Takes an invitation back. Throws `Failure` refused, `not_found`. */
export async function revokeInvitation(
  admin: Admin,
  named: string,
): Promise<{ readonly id: string }> {
  return admin.store.write(async (transaction) => {
    const { id: organisation } = await chosenOrganisation(transaction.db, admin.organisation);
    const id = parseId('inv', named);
    const invitation =
      id === undefined ? undefined : await deleteInvitation(transaction, organisation, id);
    if (invitation === undefined) throw notFound('invitation', named);
    const about = { organisation, actor: admin.actor, subject: subjectOf(invitation) };
    await audit(transaction, { ...about, action: 'invitation.revoke' });
    return { id: named };
  });
}

function subjectOf({ id, email }: InvitationRow) {
  return { kind: 'invitation', id: formatId('inv', id), name: email } as const;
}
