import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';

/** Node is not to refuse these by itself: its answer would carry no request id. */
export const NODE_OPTIONS = { requireHostHeader: false } as const;

/**
 * Lets requests reach the routes that Node or the HTTP library would answer before them: with a
 * content type that cannot be read, which is the business of whoever reads the body, with an
 * expectation that nobody knows, and without a `Host`, which is refused here.
 */
export function routeMalformedRequests(server: FastifyInstance): void {
  server.server.on('checkExpectation', (request, response) => server.routing(request, response));
  server.addHook('onRequest', async (request) => {
    const { headers, httpVersion } = request.raw;
    if (headers.host === undefined && httpVersion === '1.1') {
      throw new Refusal('invalid_request', 'The request has no `Host` header.');
    }
    // What the library reads of them; the routes read the raw ones.
    if (headers['content-type'] !== undefined) request.headers = { 'content-type': undefined };
  });
}

/** The path of a request target, which a proxy is sent with scheme and host before it, and without the query. */
export function pathOf(target: string): string {
  const [path] = target.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
  return path || '/';
}
