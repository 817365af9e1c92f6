import { createHash } from 'node:crypto';
import type { RouteResponse } from './route.ts';

/** A JSON body with its ETag, which a cache has to validate with each use. */
export function withEtag(body: unknown, visibility: 'private' | 'public'): RouteResponse {
  const text = JSON.stringify(body);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  return { headers: { etag, 'cache-control': `${visibility}, no-cache` }, body: text };
}

/** The response, or 304 where `If-None-Match` names its tag; compared weakly (RFC 9110, 13.1.2). */
export function conditionalResponse(
  response: RouteResponse,
  ifNoneMatch: string | undefined,
): RouteResponse {
  const { headers = {} } = response;
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  const isKnown = tags.includes(headers['etag'] ?? '') || tags.includes('*');
  return isKnown ? { status: 304, headers } : response;
}
