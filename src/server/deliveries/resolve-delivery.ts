import type { Call } from '../catalogue/operation.ts';
import { formatId, parseId } from '../database/row-id.ts';
import type { DeliveryRow } from '../database/tables/webhooks.ts';
import { Refusal } from '../refusal.ts';
import { findDeliveriesOfMachineId, findDelivery } from './delivery-queries.ts';

/**
 * Finds the delivery that a caller names by the cloud's id or the machine's own.
 * Throws `Refusal` `unknown_delivery`, or `ambiguous_delivery`, which names the cloud ids.
 */
export async function resolveDelivery(
  { service, caller }: Pick<Call, 'service' | 'caller'>,
  named: string,
): Promise<DeliveryRow> {
  const id = parseId('del', named);
  const found = await service.store.read(async (db) => {
    const byId = id === undefined ? undefined : await findDelivery(db, caller.organisation, id);
    return byId ? [byId] : findDeliveriesOfMachineId(db, caller.organisation, named);
  });
  const [delivery, ...others] = found;
  if (!delivery) {
    const name = JSON.stringify(named);
    throw new Refusal(
      'unknown_delivery',
      `No delivery has the cloud id or machine delivery id ${name}.`,
    );
  }
  if (others.length > 0) {
    const ids = found.map((one) => formatId('del', one.id)).join(', ');
    throw new Refusal(
      'ambiguous_delivery',
      `Several deliveries have that machine delivery id; use a cloud id: ${ids}.`,
    );
  }
  return delivery;
}
