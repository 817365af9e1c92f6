import type { DeliveryVia } from '../../contract/record/delivery.ts';

/** A webhook as it came in, by whichever way. */
export interface IncomingWebhook {
  readonly via: DeliveryVia;
  /** The cloud's id, where it came through the service. */
  readonly delivery: string | null;
  readonly skill: string;
  /** RFC 3339; for one that came through the service, the time it had there. */
  readonly receivedAt: string;
  readonly path: string;
  readonly address: string | null;
  /** Lower-case names, values as received. */
  readonly headers: Readonly<Record<string, string>>;
  /** Byte for byte; null where it was over the limit and not kept. */
  readonly body: Buffer | null;
}

/** Headers in which senders name their delivery, the standard one first. */
const DELIVERY_ID_HEADERS = [
  'webhook-id',
  'x-github-delivery',
  'x-gitea-delivery',
  'x-gitlab-event-uuid',
  'x-delivery-id',
];

const ID_CHARS_MAX = 200;

/** The sender's own id of a delivery, or null where it gives none. */
export function senderDeliveryId(headers: IncomingWebhook['headers']): string | null {
  const name = DELIVERY_ID_HEADERS.find((candidate) => headers[candidate]);
  return name === undefined ? null : (headers[name] ?? '').slice(0, ID_CHARS_MAX);
}

/** Who says that it sent the webhook: the first part of its user agent. */
export function senderName(headers: IncomingWebhook['headers']): string | null {
  const product = /^[A-Za-z0-9._-]{1,100}/.exec(headers['user-agent'] ?? '')?.[0];
  return product ?? null;
}

/** A body as a value: JSON where it is JSON, else its text; undefined where there is none. */
export function payloadOf(body: Buffer | string | null): unknown {
  if (body === null || body.length === 0) return undefined;
  const text = String(body);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
