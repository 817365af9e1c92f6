import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';

/** Node must not refuse these by itself: its response would carry no request id. */
export const NODE_OPTIONS = { requireHostHeader: false } as const;

/**
 * Lets requests reach the routes that Node or the HTTP library would refuse before: with a content
 * type that cannot be parsed (checked where the body is read) or with an unknown expectation. A
 * request without a `Host`, or with two, is refused here (RFC 9112, 3.2).
 */
export function routeMalformedRequests(server: FastifyInstance): void {
  server.server.on('checkExpectation', (request, response) => server.routing(request, response));
  server.addHook('onRequest', async (request) => {
    const { headers, httpVersion, rawHeaders } = request.raw;
    if (headers.host === undefined && httpVersion === '1.1') {
      throw new Refusal('invalid_request', 'The request has no `Host` header.');
    }
    if (countHosts(rawHeaders) > 1) {
      throw new Refusal('invalid_request', 'The request has more than one `Host` header.');
    }
    // The library reads these; the routes read the raw headers.
    if (headers['content-type'] !== undefined) request.headers = { 'content-type': undefined };
  });
}

/** The path of a request target without its query; a client of a proxy sends scheme and host before it. */
export function pathOf(target: string): string {
  const [path] = target.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
  return path || '/';
}

/** Node keeps the first of several and drops the others. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
