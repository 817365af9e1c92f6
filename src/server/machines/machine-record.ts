import { z } from 'zod';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import { RUNNERS } from '../../contract/record/job.ts';
import type { HealthCheck } from '../../contract/record/machine.ts';
import { count, id, maybeText, maybeTime, time } from '../catalogue/record-fields.ts';
import { formatId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import { readMachineReport } from './machine-report.ts';
import { machineStatus, type StatusContext } from './machine-status.ts';

export const runnerSchema = z.enum(RUNNERS);
export const machineModeSchema = z.enum(['observe', 'control']);

export const healthCheckSchema = z.strictObject({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failing']),
  message: z.string(),
  fix: maybeText,
});

/** A machine in lists. */
export const machineSummarySchema = z
  .strictObject({
    id: id('mac'),
    name: z.string(),
    hostname: maybeText,
    status: z.enum(['online', 'degraded', 'offline']),
    mode: machineModeSchema.nullable().describe('Null until the machine has reported.'),
    version: maybeText,
    last_seen_at: maybeTime,
    link: z.strictObject({
      last_sync_at: maybeTime,
      clock_skew_ms: z.number().nullable(),
      events_waiting: count,
    }),
    runners: z.array(z.strictObject({ name: runnerSchema, ready: z.boolean(), detail: maybeText })),
    health: z.strictObject({ ok: count, warning: count, failing: count }),
    skill_count: count,
    paired_at: time,
    disconnected_at: maybeTime,
  })
  .meta({ id: 'MachineSummary' });

/** The record of a machine in lists. */
export function toMachineSummary(machine: MachineRow, context: StatusContext) {
  const report = readMachineReport(machine);
  const lastSync = rfc3339(machine.last_sync_at);
  return {
    id: formatId('mac', machine.id),
    name: machine.name,
    hostname: machine.hostname,
    status: machineStatus(machine, context),
    mode: machine.mode,
    version: report?.version ?? null,
    last_seen_at: lastSync,
    link: {
      last_sync_at: lastSync,
      clock_skew_ms: machine.clock_skew_ms,
      events_waiting: machine.events_waiting,
    },
    runners: report?.runners ?? [],
    health: healthOf(report?.checks ?? []),
    skill_count: report?.skills.length ?? 0,
    paired_at: rfc3339(machine.paired_at),
    disconnected_at: rfc3339(machine.disconnected_at),
  };
}

function healthOf(checks: readonly HealthCheck[]) {
  const count = (state: HealthCheck['state']) =>
    checks.filter((check) => check.state === state).length;
  return { ok: count('ok'), warning: count('warning'), failing: count('failing') };
}
