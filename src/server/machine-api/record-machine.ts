import type { SyncRequest } from '../../contract/sync.ts';
import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { settleMachineAlerts } from '../machines/machine-alerts.ts';
import { updateMachine } from '../machines/machine-queries.ts';

/** Writes what a machine says of itself, and settles its alerts. */
export async function recordMachineReport(
  transaction: WriteTransaction,
  machine: MachineRow,
  request: SyncRequest,
): Promise<MachineRow> {
  const { report } = request;
  const updated = await updateMachine(transaction, machine, {
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
  await settleMachineAlerts(transaction, updated, report);
  return updated;
}
