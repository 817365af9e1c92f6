import { trustedTime } from '../base/time/trusted-time.ts';
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
 * for machines that went offline; and takes a step of ending history. An error goes to `onError`, and the next
 * sweep tries again. Gives a function that stops it.
 */
export function startSweep(service: Service, onError: (error: unknown) => void): () => void {
  const trusted = trustedTimeOf(service);
  const removeHistory = createHistoryRemoval(service, trusted);
  const watchMachines = createOfflineWatch(service);
  let stopped = false;
  let cancel = service.clock.after(SWEEP_EVERY_MS, run);

  async function run(): Promise<void> {
    try {
      await sweep(service, { trusted, watchMachines });
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

/** The time for what is deleted: an outage of the service is no reason to delete at the first sweep. */
function trustedTimeOf({ clock, newestSyncMs }: Service): () => number {
  const { now, steady = now } = clock;
  return trustedTime({ wall: now, steady, knownMs: newestSyncMs === 0 ? undefined : newestSyncMs });
}

/**
 * One sweep.
 *
 * @param trusted milliseconds, by a time that does not jump ahead
 */
export async function sweep(
  service: Service,
  { trusted = service.clock.now, watchMachines = createOfflineWatch(service) } = {},
): Promise<void> {
  await expireDueCommands(service);
  await expireDueClaims(service);
  await saveRefusedWebhooks(service);
  await loseDeliveries(service, trusted);
  await resolveOldLostWebhooks(service);
  await expireBodies(service, trusted);
  await expireNotifications(service, trusted);
  await expireLiveOutput(service);
  await watchMachines();
}

/** Drops bodies whose time is over. */
async function expireBodies({ store }: Service, trusted: () => number): Promise<void> {
  const ms = trusted();
  if (await store.read((db) => hasExpiredBodies(db, ms))) {
    await store.write(({ db }) => deleteExpiredBodies(db, ms));
  }
}

/** Drops notifications that ended 30 days ago; channels and reports keep what they need of theirs. */
async function expireNotifications({ store }: Service, trusted: () => number): Promise<void> {
  const before = trusted() - NOTIFICATION_MS;
  if (!(await store.read((db) => hasNotificationsEndedBefore(db, before)))) return;
  await store.write((transaction) => deleteNotificationsEndedBefore(transaction, before));
}

/** Drops the live output of jobs that are no longer watched. */
async function expireLiveOutput({ store, clock }: Service): Promise<void> {
  if (await store.read((db) => hasEndedWatch(db, clock.now()))) {
    await store.write(deleteEndedWatches);
  }
}
