import type { IncomingMessage } from 'node:http';
import { parseJson } from '../../base/json/lossless.ts';
import { exceededLimit } from '../../base/json/size.ts';
import { type BodyBounds, readBoundedBody } from '../../base/net/bounded-body.ts';
import { BODY_BYTES_MAX } from '../../contract/limits.ts';
import { Refusal } from '../refusal.ts';
import type { RouteRequest } from './route.ts';

/** When a large body may be sent again that there was no memory for. */
const NO_ROOM_RETRY_SECONDS = 10;

/** Of a body: as many as one of 512 KiB can have. A sync of megabytes could have so many that it took seconds. */
const VALUES_MAX = BODY_BYTES_MAX / 2;
/** Levels have no bound of their own, but those that are too many to be counted. */
const LIMITS = { levelsMax: VALUES_MAX / 2, valuesMax: VALUES_MAX, listsMax: VALUES_MAX };

/** Reads a request's body as JSON. Throws as `readRawBody` and `parseJsonBody`. */
export async function readJsonBody(request: IncomingMessage, bounds: BodyBounds): Promise<unknown> {
  const { 'content-encoding': encoding, 'content-type': type } = request.headers;
  const bytes = await readRawBody(request, bounds);
  return parseJsonBody(bytes, { 'content-encoding': encoding, 'content-type': type });
}

/**
 * The value of a body that was read; `undefined` where it is empty. Throws `invalid_request` for another
 * content type and for too many values, and `invalid_json` for what is not JSON in UTF-8.
 */
export function parseJsonBody(bytes: Uint8Array, headers: RouteRequest['headers']): unknown {
  if (bytes.length === 0) return undefined;
  refuseOtherTypes(headers['content-type'], headers['content-encoding']);
  return readJson(bytes);
}

/**
 * Reads a request's body as it is. Throws `too_large` beyond `bytesMax` (as soon as it is known), and
 * `rate_limited` where there is no memory for it.
 */
export async function readRawBody(request: IncomingMessage, bounds: BodyBounds): Promise<Buffer> {
  const { bytesMax, memory } = bounds;
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const body = await readBoundedBody(request, bounds)
    .catch((cause: unknown) => {
      throw new Refusal('invalid_request', 'The body ended before it was whole.', { cause });
    })
    .finally(() => memory.end());
  if (body === 'too_large') throw tooLarge(bytesMax);
  if (body === 'no_room') throw noRoom();
  return body;
}

function tooLarge(bytesMax: number): Refusal {
  return new Refusal('too_large', `The body is larger than the allowed ${bytesMax} bytes.`);
}

function noRoom(): Refusal {
  return new Refusal(
    'rate_limited',
    `More large bodies are on their way than the server keeps at a time; send this one again in ${NO_ROOM_RETRY_SECONDS} seconds.`,
    { retryAfterSeconds: NO_ROOM_RETRY_SECONDS },
  );
}

function refuseOtherTypes(contentType: string | undefined, encoding: string | undefined): void {
  const [type = '', ...parameters] = (contentType ?? 'application/json').toLowerCase().split(';');
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  if (type.trim() !== 'application/json' || !/^(charset="?utf-?8"?)?$/.test(charset ?? '')) {
    throw new Refusal(
      'invalid_request',
      `\`Content-Type\` is ${JSON.stringify(contentType)}; allowed is application/json in UTF-8.`,
    );
  }
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Refusal(
      'invalid_request',
      `\`Content-Encoding\` is ${JSON.stringify(encoding)}; send the body as it is.`,
    );
  }
}

function readJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const beyond = exceededLimit(text, LIMITS);
    if (beyond === 'values') {
      const detail = `The body has more values than the allowed ${VALUES_MAX}.`;
      throw new Refusal('invalid_request', detail);
    }
    if (beyond === 'levels') throw new RangeError('more levels than are counted');
    return parseJson(text);
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    if (cause instanceof RangeError) {
      throw new Refusal('invalid_request', 'The body is nested too deeply.', { cause });
    }
    throw new Refusal('invalid_json', 'The body is not JSON in UTF-8.', { cause });
  }
}
