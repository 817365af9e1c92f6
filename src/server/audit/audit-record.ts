import { rfc3339 } from '../../base/time/rfc3339.ts';
import { formatId } from '../database/row-id.ts';
import type { AuditRow } from '../database/schema.ts';

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
    request_id: entry.request_id,
  };
}
