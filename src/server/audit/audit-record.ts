import { z } from 'zod';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import { actor, id, maybeText, time } from '../catalogue/record-fields.ts';
import { formatId } from '../database/row-id.ts';
import type { AuditRow } from '../database/schema.ts';
import { changedSchema, readDetails, subjectSchema } from './audit-details.ts';

/** An entry of the audit log; what an action did not concern is left out. */
export function toAuditEntry(entry: AuditRow) {
  return {
    id: formatId('aud', entry.id),
    at: rfc3339(entry.at),
    action: entry.action,
    actor: { kind: entry.actor_kind, id: entry.actor_id, name: entry.actor_name },
    ...(entry.machine === null ? {} : { machine: formatId('mac', entry.machine) }),
    ...(entry.job === null ? {} : { job: formatId('job', entry.job) }),
    ...(entry.skill === null ? {} : { skill: entry.skill }),
    ...(entry.command === null ? {} : { command_id: formatId('cmd', entry.command) }),
    ...readDetails(entry),
    request_id: entry.request_id,
  };
}

/** An entry of the audit log; what an action did not concern is left out. */
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
    subject: subjectSchema,
    changed: changedSchema,
    request_id: maybeText,
  })
  .meta({ id: 'AuditEntry' });
