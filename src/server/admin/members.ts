import { Failure, settingFailure } from '../../contract/failure.ts';
import { settingsOf } from '../audit/audit-details.ts';
import type { AuditFacts } from '../audit/record-audit.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { PersonRow } from '../database/tables/people.ts';
import { deleteInvitation, pendingInvitations } from '../organisation/invitation-queries.ts';
import { toMember } from '../organisation/member-record.ts';
import {
  deletePerson,
  insertPerson,
  listPeople,
  updatePerson,
} from '../organisation/person-queries.ts';
import { type Admin, audit, chosenOrganisation } from './admin.ts';
import { checkName } from './check-name.ts';
import { checkEmail, checkRole, personNamed } from './people-input.ts';
import { requireRoom } from './require-plan-room.ts';

type MemberRecord = ReturnType<typeof toMember>;

interface MemberRequest {
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

interface MemberChanges {
  readonly name?: string | undefined;
  readonly role?: string | undefined;
}

/**
 * Adds a person; a pending invitation of the address is taken by it. Throws `Failure` usage, or
 * refused, `plan_limit`.
 */
export async function addMember(admin: Admin, request: MemberRequest): Promise<MemberRecord> {
  const name = checkName(request.name);
  const email = checkEmail(request.email);
  const role = checkRole(request.role);
  return admin.store.write(async (transaction) => {
    const { db, now } = transaction;
    const { id: organisation } = await chosenOrganisation(db, admin.organisation);
    if ((await listPeople(db, organisation)).some((person) => person.email === email)) {
      throw settingFailure('The person is a member already', { setting: 'email', value: email });
    }
    const invited = await pendingInvitations(db, organisation, now);
    const taken = invited.find((invitation) => invitation.email === email);
    if (taken === undefined) await requireRoom(transaction, organisation, 'people');
    else await deleteInvitation(transaction, organisation, taken.id);
    const id = transaction.newId();
    const person = await insertPerson(transaction, {
      organisation,
      id,
      name,
      email,
      role,
      created_at: now,
    });
    const about = { organisation, actor: admin.actor, subject: subjectOf(person) };
    await audit(transaction, { ...about, action: 'member.add', changed: settingsOf({ role }) });
    return toMember(person);
  });
}

/** Everybody, oldest first. */
export async function listAllMembers(admin: Admin): Promise<readonly MemberRecord[]> {
  return admin.store.read(async (db) => {
    const { id } = await chosenOrganisation(db, admin.organisation);
    return (await listPeople(db, id)).map(toMember);
  });
}

/**
 * Changes a person named by id or email address; their connected apps follow with the next request.
 * Throws `Failure` usage, refused `not_found`, or conflict for the last owner.
 */
export async function setMember(
  admin: Admin,
  named: string,
  { name, role }: MemberChanges,
): Promise<MemberRecord> {
  if (name === undefined && role === undefined) {
    throw settingFailure('Nothing to set', { noneOf: ['name', 'role'] });
  }
  const changes = {
    ...(name === undefined ? {} : { name: checkName(name) }),
    ...(role === undefined ? {} : { role: checkRole(role) }),
  };
  const entry = { action: 'member.update', changed: settingsOf(changes) };
  return onPerson(admin, named, entry, async (transaction, person) => {
    if (changes.role !== undefined && changes.role !== 'owner') {
      await requireOtherOwner(transaction, person);
    }
    return toMember(await updatePerson(transaction, person, changes));
  });
}

/** Removes a person with their apps' tokens. Throws `Failure` as `setMember`. */
export async function removeMember(admin: Admin, named: string): Promise<{ readonly id: string }> {
  return onPerson(admin, named, { action: 'member.remove' }, async (transaction, person) => {
    await requireOtherOwner(transaction, person);
    await deletePerson(transaction, person);
    return { id: toMember(person).id };
  });
}

/** An organisation that has an owner keeps one. */
async function requireOtherOwner({ db }: WriteTransaction, person: PersonRow): Promise<void> {
  if (person.role !== 'owner') return;
  const people = await listPeople(db, person.organisation);
  if (people.some((other) => other.role === 'owner' && other.id !== person.id)) return;
  throw new Failure('conflict', {
    code: 'last_owner',
    title: 'The last owner stays',
    detail: `${person.email} is the only owner of the organisation.`,
    advice: 'Make somebody else an owner first.',
  });
}

/** Finds the person, works on them and audits that, in one transaction. */
async function onPerson<T>(
  admin: Admin,
  named: string,
  entry: AuditFacts,
  work: (transaction: WriteTransaction, person: PersonRow) => Promise<T>,
): Promise<T> {
  return admin.store.write(async (transaction) => {
    const { id: organisation } = await chosenOrganisation(transaction.db, admin.organisation);
    const person = await personNamed(transaction.db, organisation, named);
    const result = await work(transaction, person);
    const about = { organisation, actor: admin.actor, subject: subjectOf(person) };
    await audit(transaction, { ...about, ...entry });
    return result;
  });
}

function subjectOf(person: PersonRow) {
  const { id, email } = toMember(person);
  return { kind: 'member', id, name: email } as const;
}
