import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { BodyMemory } from '../../base/net/body-memory.ts';
import type { BodyBounds } from '../../base/net/bounded-body.ts';
import { BODY_BYTES_MAX } from '../../contract/limits.ts';
import { readJsonBody, readRawBody } from './read-body.ts';
import type { BodyOwner, Route, RouteRequest } from './route.ts';

interface RequestContext {
  readonly route: Route;
  readonly bodies: BodyMemory;
  /** Its signal ends the request's wait. */
  readonly wait: AbortController;
}

/**
 * A request of the HTTP library as the routes see it. A class, so that what most routes do not read is made
 * where it is read, and a request that is held keeps nothing for it.
 */
export class IncomingRequest implements RouteRequest {
  readonly requestId: string;
  readonly address: string | null;
  readonly #request: FastifyRequest;
  readonly #context: RequestContext;

  constructor(request: FastifyRequest, context: RequestContext) {
    this.requestId = request.id;
    this.address = request.raw.socket.remoteAddress ?? null;
    this.#request = request;
    this.#context = context;
  }

  get authorization(): string | undefined {
    return this.#request.raw.headers.authorization;
  }

  get ifNoneMatch(): string | undefined {
    return this.#request.raw.headers['if-none-match'];
  }

  get headers(): RouteRequest['headers'] {
    return singleHeaders(this.#request.raw.headers);
  }

  get params(): RouteRequest['params'] {
    return this.#request.params as RouteRequest['params'];
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.rawQuery);
  }

  get rawQuery(): string {
    return queryOf(this.#request.url);
  }

  get signal(): AbortSignal {
    return this.#context.wait.signal;
  }

  readBody(sender: BodyOwner): Promise<unknown> {
    return readJsonBody(this.#request.raw, this.#boundsOf(sender));
  }

  readBytes(sender: BodyOwner): Promise<Uint8Array> {
    return readRawBody(this.#request.raw, this.#boundsOf(sender));
  }

  #boundsOf({ organisation, credential }: BodyOwner): BodyBounds {
    const { route, bodies } = this.#context;
    const memory = bodies.begin({ sender: credential, group: String(organisation) });
    return { bytesMax: route.bodyBytesMax ?? BODY_BYTES_MAX, memory };
  }
}

/** What stands behind the `?` of a request target. */
function queryOf(target: string): string {
  return target.replace(/^[^?]*\??/, '');
}

/** Node joins repeated headers by itself, but for a few that nothing here reads. */
function singleHeaders(headers: IncomingHttpHeaders): RouteRequest['headers'] {
  const single = Object.entries(headers).map(([name, value]) => [name, value?.toString()]);
  return Object.fromEntries(single);
}
