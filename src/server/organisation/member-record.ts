import { z } from 'zod';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import { id, time } from '../catalogue/record-fields.ts';
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

const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;

export const roleSchema = z.enum(ROLES);

/** A person of the organisation. */
export const memberSchema = z
  .strictObject({
    id: id('per'),
    name: z.string(),
    email: z.string(),
    role: roleSchema,
    created_at: time,
  })
  .meta({ id: 'Member' });

/** A pending invitation. */
export const invitationSchema = z
  .strictObject({
    id: id('inv'),
    email: z.string(),
    role: roleSchema,
    created_at: time,
    expires_at: time,
  })
  .meta({ id: 'Invitation' });
