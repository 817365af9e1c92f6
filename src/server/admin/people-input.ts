import { settingFailure } from '../../contract/failure.ts';
import type { Role } from '../../contract/scope.ts';
import { isEmailAddress } from '../catalogue/email-address.ts';
import type { Connection } from '../database/connection.ts';
import { formatId } from '../database/row-id.ts';
import type { PersonRow } from '../database/tables/people.ts';
import { listPeople } from '../organisation/person-queries.ts';
import { notFound } from './admin.ts';

const ROLES: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];
const EMAIL_CHARS_MAX = 320;

/** A role by its name. Throws `Failure` usage. */
export function checkRole(text: string): Role {
  const role = ROLES.find((each) => each === text);
  if (role !== undefined) return role;
  throw settingFailure('The role is not known', { setting: 'role', value: text, allowed: ROLES });
}

/** An address in the one form in which addresses are compared. Throws `Failure` usage. */
export function checkEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length <= EMAIL_CHARS_MAX && isEmailAddress(email)) return email;
  throw settingFailure('The email address is not valid', {
    setting: 'email',
    value: text.slice(0, 60),
    allowed: `an address of up to ${EMAIL_CHARS_MAX} characters`,
  });
}

/** The person with this id or email address. Throws `Failure` refused, `not_found`. */
export async function personNamed(
  db: Connection,
  organisation: number,
  named: string,
): Promise<PersonRow> {
  const people = await listPeople(db, organisation);
  const email = named.trim().toLowerCase();
  const person = people.find((each) => formatId('per', each.id) === named || each.email === email);
  if (person === undefined) throw notFound('person', named);
  return person;
}
