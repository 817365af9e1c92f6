import type { Service } from '../service.ts';
import {
  deleteNotificationsEndedBefore,
  hasNotificationsEndedBefore,
} from './notification-queries.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Drops sends that ended thirty days ago; channels and reports keep what they need of theirs. */
export async function expireNotifications({ store, clock }: Service): Promise<void> {
  const before = clock.now() - KEPT_MS;
  if (!(await store.read((db) => hasNotificationsEndedBefore(db, before)))) return;
  await store.write((transaction) =>
    deleteNotificationsEndedBefore(transaction, transaction.now - KEPT_MS),
  );
}
