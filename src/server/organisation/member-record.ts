import { rfc3339 } from '../../base/time/rfc3339.ts';
import { formatId } from '../database/row-id.ts';
import type { InvitationRow, PersonRow } from '../database/tables/people.ts';

/** A person of the organisation as lists show them. */
export function toMember({ id, name, email, role, created_at }: PersonRow) {
  return { id: formatId('per', id), name, email, role, created_at: rfc3339(created_at) };
}

/** A pending invitation, which only admins see. */
export function toInvitation({ id, email, role, created_at, expires_at }: InvitationRow) {
  return {
    id: formatId('inv', id),
    email,
    role,
    created_at: rfc3339(created_at),
    expires_at: rfc3339(expires_at),
  };
}
