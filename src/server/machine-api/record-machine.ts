import type { SyncRequest } from '../../contract/sync.ts';
import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { settleMachineAlerts } from '../machines/machine-alerts.ts';
import { updateConnectedMachine } from '../machines/machine-queries.ts';
import { Refusal } from '../refusal.ts';

/**
 * Writes what a machine says of itself, and settles its alerts. Gives whether its organisation keeps
 * the bodies of webhooks. Throws `Refusal` `invalid_key` for a machine that was disconnected.
 */
export async function recordMachineReport(
  transaction: WriteTransaction,
  machine: MachineRow,
  request: SyncRequest,
): Promise<boolean> {
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
  await settleMachineAlerts(transaction, updated, report);
  return updated.store_payloads === 1;
}

/** A machine can be disconnected between its authentication and the transaction. */
export function disconnected(): Refusal {
  return new Refusal('invalid_key', 'The machine was disconnected.');
}
