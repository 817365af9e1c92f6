import { INGRESS_HOLD_HOURS } from '../../contract/limits.ts';
import { deleteExpiredBodies, hasExpiredBodies } from '../deliveries/delivery-body-queries.ts';
import type { Service } from '../service.ts';
import {
  countDropped,
  deleteHostedDelivery,
  hostedDeliveriesBefore,
} from './hosted-delivery-queries.ts';

const HOLD_MS = INGRESS_HOLD_HOURS * 60 * 60 * 1000;

/** Drops webhooks that were held for 72 hours, counting those never collected, and old bodies. */
export async function expireWebhooks({ store, clock }: Service): Promise<void> {
  const now = clock.now();
  const isDue = await store.read(
    async (db) =>
      (await hostedDeliveriesBefore(db, now - HOLD_MS)).length > 0 ||
      (await hasExpiredBodies(db, now)),
  );
  if (!isDue) return;
  await store.write(async (transaction) => {
    for (const held of await hostedDeliveriesBefore(transaction.db, transaction.now - HOLD_MS)) {
      if (held.sealed !== null) await countDropped(transaction, held);
      await deleteHostedDelivery(transaction, held);
    }
    await deleteExpiredBodies(transaction);
  });
}
