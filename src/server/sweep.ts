import {
  deleteNotificationsEndedBefore,
  hasNotificationsEndedBefore,
} from './channels/notification-queries.ts';
import { expireDueCommands } from './commands/expire-commands.ts';
import { deleteExpiredBodies, hasExpiredBodies } from './deliveries/delivery-body-queries.ts';
import { loseDeliveries, resolveOldLostWebhooks } from './hosted-urls/lose-deliveries.ts';
import { saveRefusedWebhooks } from './hosted-urls/save-refused-webhooks.ts';
import { deleteEndedWatches, hasEndedWatch } from './jobs/live-output-queries.ts';
import { createOfflineWatch } from './machines/machine-alerts.ts';
import { createHistoryRemoval } from './remove-history.ts';
import { expireDueClaims } from './secrets/claim.ts';
import type { Service } from './service.ts';

const SWEEP_EVERY_MS = 1000;
const HOUR_MS = 60 * 60 * 1000;
const NOTIFICATION_MS = 30 * 24 * HOUR_MS;

/**
 * Does each second what follows from time alone: expires what is kept for a time, and opens alerts
 * for machines that went offline; and takes a step of ending history. An error goes to `onError`, and the next sweep tries again. Gives a
 * function that stops it.
 */
export function startSweep(service: Service, onError: (error: unknown) => void): () => void {
  const removeHistory = createHistoryRemoval(service);
  const watchMachines = createOfflineWatch(service);
  let stopped = false;
  let cancel = service.clock.after(SWEEP_EVERY_MS, run);

  async function run(): Promise<void> {
    try {
      await sweep(service, watchMachines);
      await removeHistory();
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

/** One sweep. */
export async function sweep(
  service: Service,
  watchMachines = createOfflineWatch(service),
): Promise<void> {
  await expireDueCommands(service);
  await expireDueClaims(service);
  await saveRefusedWebhooks(service);
  await loseDeliveries(service);
  await resolveOldLostWebhooks(service);
  await expireBodies(service);
  await expireNotifications(service);
  await expireLiveOutput(service);
  await watchMachines();
}

/** Drops bodies whose time is over. */
async function expireBodies({ store, clock }: Service): Promise<void> {
  if (await store.read((db) => hasExpiredBodies(db, clock.now()))) {
    await store.write(deleteExpiredBodies);
  }
}

/** Drops notifications that ended 30 days ago; channels and reports keep what they need of theirs. */
async function expireNotifications({ store, clock }: Service): Promise<void> {
  const before = clock.now() - NOTIFICATION_MS;
  if (!(await store.read((db) => hasNotificationsEndedBefore(db, before)))) return;
  await store.write((transaction) =>
    deleteNotificationsEndedBefore(transaction, transaction.now - NOTIFICATION_MS),
  );
}

/** Drops the live output of jobs that are no longer watched. */
async function expireLiveOutput({ store, clock }: Service): Promise<void> {
  if (await store.read((db) => hasEndedWatch(db, clock.now()))) {
    await store.write(deleteEndedWatches);
  }
}
