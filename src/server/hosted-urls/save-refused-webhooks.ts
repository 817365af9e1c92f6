import { formatId } from '../database/row-id.ts';
import { addToDelivery, saveDelivery } from '../deliveries/delivery-queries.ts';
import type { Service } from '../service.ts';
import { newHostedDelivery, withSearchText } from './hosted-delivery.ts';
import { countRefused } from './hosted-delivery-queries.ts';
import { HOSTED_URL_PATH, keyPrefix } from './hosted-token.ts';
import type { RefusedCount } from './refused-webhooks.ts';

/**
 * Writes what was refused since the last time: one delivery for each URL, minute and code, with the
 * number of webhooks, so that whoever knows a URL cannot fill the table.
 */
export async function saveRefusedWebhooks(service: Service): Promise<void> {
  const counts = service.refusedWebhooks.take();
  for (const [place, count] of counts.entries()) {
    try {
      await saveCount(service, count);
    } catch (error) {
      service.refusedWebhooks.giveBack(counts.slice(place));
      throw error;
    }
  }
}

async function saveCount({ store }: Service, count: RefusedCount): Promise<void> {
  const { url, code, status, reason, minute, webhooks } = count;
  await store.write(async (transaction) => {
    const { organisation, machine, skill } = url;
    await countRefused(transaction, url, webhooks);
    const machine_delivery_id = `refused_${formatId('page', url.token_id)}_${minute}_${code}`;
    const key = { organisation, machine, machine_delivery_id };
    if (await addToDelivery(transaction, key, webhooks)) return;
    const held = { organisation, id: transaction.newId(), machine, skill };
    const path = `${HOSTED_URL_PATH}/${keyPrefix(url)}`;
    const visible = { path, address: null, headers: {}, bodyBytes: 0 };
    const row = {
      ...newHostedDelivery({ ...held, received_at: transaction.now }, visible),
      machine_delivery_id,
      outcome: 'refused',
      code,
      reason,
      http_status: status,
      webhooks,
    } as const;
    await saveDelivery(transaction, withSearchText(row), undefined);
  });
}
