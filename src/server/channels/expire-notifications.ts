import type { Service } from '../service.ts';
import { dropSendsEndedBefore, hasSendsEndedBefore } from './notification-queries.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Drops sends that ended thirty days ago; channels and reports keep what they need of theirs. */
export async function expireSends({ store, clock }: Service): Promise<void> {
  const before = clock.now() - KEPT_MS;
  if (!(await store.read((db) => hasSendsEndedBefore(db, before)))) return;
  await store.write((transaction) => dropSendsEndedBefore(transaction, transaction.now - KEPT_MS));
}
