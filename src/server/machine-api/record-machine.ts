import type { HealthCheck } from '../../contract/record/machine.ts';
import type { SyncRequest } from '../../contract/sync.ts';
import {
  type AlertCondition,
  conditionKey,
  OFFLINE_CONDITION,
  settleAlerts,
} from '../alerts/settle-alerts.ts';
import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { updateMachine } from '../machines/machine-queries.ts';

/** Writes what a machine says of itself; that it speaks at all ends its being offline. */
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
  const failing = report?.checks.filter(({ state }) => state === 'failing').map(failingCheck);
  const stillFailing = new Set(failing?.map(conditionKey));
  await settleAlerts(transaction, machine, {
    begin: failing ?? [],
    over: ({ type, condition }) =>
      condition === conditionKey(OFFLINE_CONDITION) ||
      (type === 'health_failing' && failing !== undefined && !stillFailing.has(condition)),
  });
  return updated;
}

function failingCheck({ name, message }: HealthCheck): AlertCondition {
  return { type: 'health_failing', subject: name, title: `${name}: ${message}` };
}
