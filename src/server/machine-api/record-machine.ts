import type { MachineReport } from '../../contract/record/machine.ts';
import type { SyncRequest } from '../../contract/sync.ts';
import { settingsOf } from '../audit/audit-details.ts';
import { recordMachineAudit } from '../audit/record-audit.ts';
import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { settleMachineAlerts } from '../machines/machine-alerts.ts';
import { updateConnectedMachine } from '../machines/machine-queries.ts';
import { readMachineReport } from '../machines/machine-report.ts';
import { Refusal } from '../refusal.ts';

/**
 * Writes what a machine says of itself, and settles its alerts. Gives the machine as it is now, and
 * whether its organisation keeps the bodies of webhooks. Throws `Refusal` `invalid_key` for a disconnected one.
 */
export async function recordMachineReport(
  transaction: WriteTransaction,
  machine: MachineRow,
  request: SyncRequest,
): Promise<{ readonly reported: MachineRow; readonly keepsBodies: boolean }> {
  const { report } = request;
  const updated = await updateConnectedMachine(transaction, machine, {
    last_sync_at: transaction.now,
    clock_skew_ms: Date.parse(request.sent_at) - transaction.now,
    events_waiting: request.events_waiting,
    ...(report === undefined
      ? {}
      : {
          hostname: report.hostname,
          mode: report.policy.mode,
          report: JSON.stringify(report),
        }),
  });
  if (updated === undefined) throw disconnected();
  if (report !== undefined) await auditOwnChanges(transaction, machine, report);
  await settleMachineAlerts(transaction, updated, report);
  const { store_payloads, ...reported } = updated;
  return { reported, keepsBodies: store_payloads === 1 };
}

/** Records what a machine has changed of itself since its last report; a first report changes nothing. */
async function auditOwnChanges(
  transaction: WriteTransaction,
  machine: MachineRow,
  report: MachineReport,
): Promise<void> {
  const before = readMachineReport(machine);
  if (before === null) return;
  const changed = settingsOf({
    hostname: newValue(before.hostname, report.hostname),
    version: newValue(before.version, report.version),
    mode: newValue(before.policy.mode, report.policy.mode),
    allow: newValue(before.policy.allow, report.policy.allow),
    deny: newValue(before.policy.deny, report.policy.deny),
  });
  if (changed.length === 0) return;
  await recordMachineAudit(transaction, machine, { action: 'machine.change', changed });
}

function newValue<Value extends string | readonly string[]>(
  before: Value,
  after: Value,
): Value | undefined {
  return String(before) === String(after) ? undefined : after;
}

/** A machine can be disconnected between its authentication and the transaction. */
export function disconnected(): Refusal {
  return new Refusal('invalid_key', 'The machine was disconnected.');
}
