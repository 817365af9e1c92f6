import type { FastifyReply } from 'fastify';
import { REQUEST_ID_HEADER } from '../../contract/header.ts';
import { PROBLEM_MEDIA_TYPE } from '../../contract/problem.ts';
import type { Log } from './log.ts';
import { problemHeaders, problemOf, refusalOf } from './problem.ts';
import type { RouteResponse } from './route.ts';

/** Sends a response with the headers that each one has; without its own header none is cached. */
export function sendResponse(
  reply: FastifyReply,
  { status = 200, headers = {}, body, stream }: RouteResponse,
): FastifyReply {
  reply
    .code(status)
    .header(REQUEST_ID_HEADER, reply.request.id)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers });
  if (stream !== undefined) return reply.send(stream);
  if (body === undefined) return reply.send();
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  // Serialized already: the library would add a charset to the type, and JSON has none (RFC 8259).
  reply.type(headers['content-type'] ?? 'application/json').serializer(asItIs);
  return reply.send(text.length > ONE_WRITE_CHARS ? Buffer.from(text) : text);
}

/** A short text goes out as one with the headers; of a long one that would keep a second copy. */
const ONE_WRITE_CHARS = 16 * 1024;

function asItIs(text: string): string {
  return text;
}

interface RefusalContext {
  readonly baseUrl: string;
  readonly log: Log;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends any error as problem+json; an error of the service itself is also logged, with its cause. */
export function sendRefusal(
  reply: FastifyReply,
  error: unknown,
  { baseUrl, log, headers = {} }: RefusalContext,
): FastifyReply {
  const refusal = refusalOf(error);
  const requestId = reply.request.id;
  if (refusal.status >= 500) {
    const cause = refusal.cause instanceof Error ? refusal.cause.stack : undefined;
    log('error', refusal.code, { request_id: requestId, cause });
  }
  return sendResponse(reply, {
    status: refusal.status,
    headers: { 'content-type': PROBLEM_MEDIA_TYPE, ...problemHeaders(refusal), ...headers },
    body: problemOf(refusal, requestId, baseUrl),
  });
}
