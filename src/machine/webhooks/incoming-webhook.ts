import { parseJson } from '../../base/json/lossless.ts';
import { exceededLimit } from '../../base/json/size.ts';
import type { DeliveryVia } from '../../contract/record/delivery.ts';

/** A webhook as received, by the listener or through the server. */
export interface IncomingWebhook {
  readonly via: DeliveryVia;
  /** The server's id, where it came through the server. */
  readonly delivery: string | null;
  readonly skill: string;
  /** RFC 3339; for a webhook through the server, when the server received it. */
  readonly receivedAt: string;
  readonly path: string;
  /** What stood behind the `?`, as received. */
  readonly query: string;
  readonly address: string | null;
  /** Lower-case names, values as received. */
  readonly headers: Readonly<Record<string, string>>;
  /** Byte for byte; undefined where it was over the limit. */
  readonly body: Buffer | undefined;
}

/** The program that sent the webhook, by the first part of its user agent. */
export function senderName(headers: IncomingWebhook['headers']): string | undefined {
  return /^[A-Za-z0-9._-]{1,100}/.exec(headers['user-agent'] ?? '')?.[0];
}

/** As deep as a payload of the service may be; much deeper JSON cannot be written out again. */
const LEVELS_MAX = 200;

/**
 * The value of a body: of JSON where it is JSON of at most 200 levels, otherwise its text; undefined
 * where it is empty or absent. With `JSON.parse` numbers are doubles, else what they came as.
 */
export function payloadOf(
  body: Buffer | string | undefined,
  parse: (text: string) => unknown = parseJson,
): unknown {
  if (body === undefined || body.length === 0) return undefined;
  const text = String(body);
  const limits = { levelsMax: LEVELS_MAX, valuesMax: Number.POSITIVE_INFINITY };
  if (exceededLimit(text, limits) !== undefined) return text;
  try {
    return parse(text);
  } catch {
    return text;
  }
}
