import { INGRESS_HOLD_HOURS } from '../../contract/limits.ts';
import { dropOldBodies, hasOldBodies } from '../deliveries/delivery-body-queries.ts';
import type { Service } from '../service.ts';
import { countDropped, deleteHeld, heldBefore } from './hosted-delivery-queries.ts';

const HOLD_MS = INGRESS_HOLD_HOURS * 60 * 60 * 1000;

/** Drops webhooks that were held for 72 hours, counting those never collected, and old bodies. */
export async function expireWebhooks({ store, clock }: Service): Promise<void> {
  const now = clock.now();
  const isDue = await store.read(
    async (db) => (await heldBefore(db, now - HOLD_MS)).length > 0 || (await hasOldBodies(db, now)),
  );
  if (!isDue) return;
  await store.write(async (transaction) => {
    for (const held of await heldBefore(transaction.db, transaction.now - HOLD_MS)) {
      if (held.sealed !== null) await countDropped(transaction, held);
      await deleteHeld(transaction, held);
    }
    await dropOldBodies(transaction);
  });
}
