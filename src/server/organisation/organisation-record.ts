import { z } from 'zod';
import { SCOPES } from '../../contract/scope.ts';
import { actor, id, maybeText, time } from '../catalogue/record-fields.ts';

const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;
export const roleSchema = z.enum(ROLES);
export const scopeSchema = z.enum(SCOPES);

/** `organisationOf`. */
export const organisationSchema = z.strictObject({
  id: id('org'),
  slug: z.string(),
  name: z.string(),
});

/** `settingsOf`. */
export const settingsSchema = organisationSchema
  .extend({ plan: z.string(), store_payloads: z.boolean() })
  .meta({ id: 'Settings' });

/** `memberView`. */
export const memberSchema = z
  .strictObject({
    id: id('per'),
    name: z.string(),
    email: z.string(),
    role: roleSchema,
    created_at: time,
  })
  .meta({ id: 'Member' });

/** `invitationView`. */
export const invitationSchema = z
  .strictObject({
    id: id('inv'),
    email: z.string(),
    role: roleSchema,
    created_at: time,
    expires_at: time,
  })
  .meta({ id: 'Invitation' });

/** `auditView`; what an action did not concern is left out. */
export const auditEntrySchema = z
  .strictObject({
    id: id('aud'),
    at: time,
    action: z.string(),
    actor,
    machine: id('mac').optional(),
    job: id('job').optional(),
    skill: z.string().optional(),
    command_id: id('cmd').optional(),
    request_id: maybeText,
  })
  .meta({ id: 'AuditEntry' });

/** Answer of `GET /me`. */
export const meSchema = z
  .strictObject({
    organisation: organisationSchema,
    key_name: z.string(),
    scope: scopeSchema,
    scopes: z.array(scopeSchema),
    role: roleSchema,
  })
  .meta({ id: 'Me' });
