import type { Clock } from '../../base/time/clock.ts';
import { type Failure, notTheServiceFailure } from '../../contract/failure.ts';
import type { FleetClient } from '../fleet-client.ts';
import type { CachedCatalogue } from './cache.ts';

interface CatalogueFetch {
  readonly client: FleetClient;
  readonly clock: Clock;
  /** Limits this fetch to one try of this length; the client's own limit and retries without it. */
  readonly timeoutMs?: number;
}

/**
 * `GET /api/v1/tools`, with `If-None-Match` where `known` has an ETag: 304 gives the known
 * catalogue with a new time. Throws `Failure`, also where the response is no catalogue.
 */
export async function fetchCatalogue(
  { client, clock, timeoutMs }: CatalogueFetch,
  known: CachedCatalogue | undefined,
): Promise<CachedCatalogue> {
  const response = await client.request('GET', '/api/v1/tools', {
    operationClass: 'read',
    ...(known?.etag === undefined ? {} : { headers: { 'if-none-match': known.etag } }),
    ...(timeoutMs === undefined ? {} : { timeoutMs, triesMax: 1 }),
  });
  const fetchedAtMs = clock.now();
  if (response.status === 304 && known !== undefined) {
    return { ...known, fetchedAtMs, markedStale: false };
  }
  const { checkedCatalogue } = await import('./check.ts');
  const catalogue = checkedCatalogue(JSON.parse(response.text));
  if (catalogue === undefined) throw notACatalogue(client.baseUrl.text, response.requestId);
  return { catalogue, fetchedAtMs, etag: response.headers['etag'], markedStale: false };
}

function notACatalogue(baseUrl: string, requestId: string): Failure {
  return notTheServiceFailure({
    code: 'not_a_catalogue',
    detail: `GET ${baseUrl}/api/v1/tools answered JSON without a list "tools".`,
    advice: 'Check the base URL.',
    requestId,
  });
}
