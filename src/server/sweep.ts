import { conditionKey, OFFLINE_CONDITION, settleAlerts } from './alerts/settle-alerts.ts';
import { expireNotifications } from './channels/expire-notifications.ts';
import { expireDueCommands } from './commands/expire-commands.ts';
import { expireWebhooks } from './hosted-urls/expire-webhooks.ts';
import { endWatches } from './jobs/end-watches.ts';
import { listNewlySilentMachines } from './machines/machine-queries.ts';
import { offlineBefore, statusContextOf } from './machines/machine-status.ts';
import { expireDueClaims } from './secrets/expire-claims.ts';
import type { Service } from './service.ts';

const SWEEP_EVERY_MS = 1000;

/**
 * Does each second what no request does: expires commands and what is kept for a time only, and
 * opens alerts for machines that fell silent. An error goes to `onError`, and the next sweep tries again.
 *
 * @returns stops the sweep
 */
export function startSweep(service: Service, onError: (error: unknown) => void): () => void {
  let stopped = false;
  let cancel = service.clock.after(SWEEP_EVERY_MS, run);

  async function run(): Promise<void> {
    try {
      await sweep(service);
    } catch (error) {
      if (!stopped) onError(error);
    }
    if (!stopped) cancel = service.clock.after(SWEEP_EVERY_MS, run);
  }

  return () => {
    stopped = true;
    cancel();
  };
}

export async function sweep(service: Service): Promise<void> {
  await expireDueCommands(service);
  await expireDueClaims(service);
  await expireWebhooks(service);
  await expireNotifications(service);
  await endWatches(service);
  await alertAboutSilence(service);
}

async function alertAboutSilence(service: Service): Promise<void> {
  const { store } = service;
  const since = offlineBefore(statusContextOf(service));
  const condition = conditionKey(OFFLINE_CONDITION);
  const silent = await store.read((db) => listNewlySilentMachines(db, since, condition));
  if (silent.length === 0) return;
  await store.write(async (transaction) => {
    for (const machine of await listNewlySilentMachines(transaction.db, since, condition)) {
      const title = `${machine.name} is offline`;
      await settleAlerts(transaction, machine, {
        begin: [{ ...OFFLINE_CONDITION, title }],
        over: () => false,
      });
    }
  });
}
