import { createHmac } from 'node:crypto';

/** Posts a webhook with an `X-Hub-Signature-256` of this secret, as the senders of the shop do. */
export async function sendWebhook(
  url: string,
  { secret, body, id }: { readonly secret: string; readonly body: object; readonly id: string },
): Promise<void> {
  const text = JSON.stringify(body);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'shop-webhooks/2',
      'x-delivery-id': id,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
    },
    body: text,
  });
  await response.arrayBuffer();
}
