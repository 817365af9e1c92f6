import type { IncomingMessage } from 'node:http';
import { parseJson } from '../../base/json/lossless.ts';
import { readBoundedBody } from '../../base/net/bounded-body.ts';
import { Refusal } from '../refusal.ts';
import type { RouteRequest } from './route.ts';

/**
 * Reads a request's body as JSON. Throws `too_large` beyond `bytesMax` (as soon as it is known), and
 * as `parseJsonBody`.
 */
export async function readJsonBody(request: IncomingMessage, bytesMax: number): Promise<unknown> {
  const { 'content-encoding': encoding, 'content-type': type } = request.headers;
  const bytes = await readRawBody(request, bytesMax);
  return parseJsonBody(bytes, { 'content-encoding': encoding, 'content-type': type });
}

/**
 * The value of a body that was read; `undefined` where it is empty. Throws `invalid_request` for another
 * content type and `invalid_json` for what is not JSON in UTF-8.
 */
export function parseJsonBody(bytes: Uint8Array, headers: RouteRequest['headers']): unknown {
  if (bytes.length === 0) return undefined;
  refuseOtherTypes(headers['content-type'], headers['content-encoding']);
  return readJson(bytes);
}

/** Reads a request's body as it is. Throws `too_large` beyond `bytesMax`. */
export async function readRawBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const bytes = await readBoundedBody(request, bytesMax).catch((cause: unknown) => {
    throw new Refusal('invalid_request', 'The body ended before it was whole.', { cause });
  });
  if (bytes === undefined) throw tooLarge(bytesMax);
  return bytes;
}

function tooLarge(bytesMax: number): Refusal {
  return new Refusal('too_large', `The body is larger than the allowed ${bytesMax} bytes.`);
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
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw new Refusal('invalid_request', 'The body is nested too deeply.', { cause });
    }
    throw new Refusal('invalid_json', 'The body is not JSON in UTF-8.', { cause });
  }
}
