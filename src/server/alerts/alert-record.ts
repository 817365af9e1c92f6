import { z } from 'zod';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import { ALERT_TYPES } from '../../contract/record/channel.ts';
import { id, maybeText, maybeTime, time } from '../catalogue/record-fields.ts';
import { formatId } from '../database/row-id.ts';
import type { AlertRow, MachineRow } from '../database/schema.ts';

/** An alert in lists. */
export const alertSchema = z
  .strictObject({
    id: id('alt'),
    type: z.enum(ALERT_TYPES),
    state: z.enum(['open', 'resolved']),
    machine: id('mac'),
    machine_name: maybeText,
    job: id('job').nullable(),
    title: z.string(),
    opened_at: time,
    resolved_at: maybeTime,
  })
  .meta({ id: 'Alert' });

/** An alert as lists show it; `machine` is undefined only for one that is gone. */
export function toAlertRecord(alert: AlertRow, machine: MachineRow | undefined) {
  return {
    id: formatId('alt', alert.id),
    type: alert.type,
    state: alert.state,
    machine: formatId('mac', alert.machine),
    machine_name: machine?.name ?? null,
    job: alert.job === null ? null : formatId('job', alert.job),
    title: alert.title,
    opened_at: rfc3339(alert.opened_at),
    resolved_at: rfc3339(alert.resolved_at),
  };
}
