import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { findDelivery, saveDelivery } from '../deliveries/delivery-queries.ts';
import { COLLECTED, withSearchText } from './hosted-delivery.ts';
import { markCollected } from './hosted-delivery-queries.ts';
import { resolveLostWebhooks } from './lose-deliveries.ts';

/** Records what a machine has safely on its disk, and ends an alert that it collects nothing. */
export async function collectDeliveries(
  transaction: WriteTransaction,
  machine: MachineRow,
  ids: readonly number[],
): Promise<void> {
  const collected = await markCollected(transaction, machine, ids);
  if (collected.length === 0) return;
  for (const id of collected) {
    const delivery = await findDelivery(transaction.db, machine.organisation, id);
    if (delivery?.outcome !== 'held') continue;
    await saveDelivery(transaction, withSearchText({ ...delivery, ...COLLECTED }), delivery);
  }
  await resolveLostWebhooks(transaction, machine);
}
