import { conditionalResponse, withEtag } from '../http/etag.ts';
import { refuseQuery } from '../http/query-input.ts';
import type { Route, RouteResponse } from '../http/route.ts';
import type { DescribedOperations } from './document.ts';

/**
 * `GET /api/v1/openapi.json`, with an ETag. It says nothing about an organisation, so that a key is
 * accepted and not needed. Written on the first request: the generator is not part of the start.
 */
export function openapiRoute(baseUrl: () => string, described: DescribedOperations): Route {
  let written: Promise<RouteResponse> | undefined;
  return {
    method: 'GET',
    path: '/api/v1/openapi.json',
    door: 'page',
    async handle({ ifNoneMatch, query }) {
      refuseQuery(query);
      written ??= write(baseUrl(), described);
      return conditionalResponse(await written, ifNoneMatch);
    },
  };
}

async function write(baseUrl: string, described: DescribedOperations): Promise<RouteResponse> {
  const { openapiDocument } = await import('./document.ts');
  return withEtag(openapiDocument(baseUrl, described), 'public');
}
