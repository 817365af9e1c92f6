import type { Clock } from '../../base/time/clock.ts';
import { type Failure, notTheServiceFailure } from '../../contract/failure.ts';
import type { Catalogue, Tool } from '../../contract/tool.ts';
import type { FleetClient } from '../fleet-client.ts';
import type { FleetResponse } from '../response.ts';
import { type CachedCatalogue, type CatalogueCacheKey, markCatalogueFresh } from './cache.ts';
import type { CatalogueChange } from './changes.ts';
import { type Operations, operationsOf } from './operations.ts';

/** Where a catalogue is fetched, and kept for later runs. */
export interface CatalogueReader {
  readonly cache: CatalogueCacheKey;
  readonly client: FleetClient;
  readonly clock: Clock;
}

/** A catalogue that the service gave, or confirmed, just now. */
export interface FetchedCatalogue
  extends Pick<CachedCatalogue, 'version' | 'instructions' | 'fetchedAtMs'> {
  readonly operations: Operations;
  /** Since the one that was known. */
  readonly changes: readonly CatalogueChange[];
}

/**
 * `GET /api/v1/tools`, with `If-None-Match` where `known` has an ETag. A `timeoutMs` limits it to one try of this
 * length; without it the client's own limit and retries hold. Throws `Failure`.
 */
export function requestCatalogue(
  { client }: Pick<CatalogueReader, 'client'>,
  known: CachedCatalogue | undefined,
  timeoutMs?: number,
): Promise<FleetResponse> {
  return client.request('GET', '/api/v1/tools', {
    operationClass: 'read',
    // One operation of a schema that nobody can read takes none of the others away.
    cutsDeeper: true,
    ...(known?.etag === undefined ? {} : { headers: { 'if-none-match': known.etag } }),
    ...(timeoutMs === undefined ? {} : { timeoutMs, triesMax: 1 }),
  });
}

/**
 * Keeps what came on `requestCatalogue`: 304 gives the known catalogue with a new time. Throws
 * `Failure` where the response is no catalogue.
 */
export async function receiveCatalogue(
  { cache, client, clock }: CatalogueReader,
  known: CachedCatalogue | undefined,
  response: FleetResponse,
): Promise<FetchedCatalogue> {
  const fetchedAtMs = clock.now();
  if (response.status === 304 && known !== undefined) {
    markCatalogueFresh(cache, known, fetchedAtMs);
    const { instructions, operations, version } = known;
    return { operations, version, instructions, fetchedAtMs, changes: [] };
  }
  const { keepCatalogue } = await import('./keep.ts');
  const catalogue = await catalogueIn(response, client);
  const changes = await changesSince(known, catalogue.tools);
  known?.file.close();
  await keepCatalogue(cache, catalogue, { fetchedAtMs, etag: response.headers['etag'] });
  if (changes.some((change) => change.breaking)) {
    const { keepNews } = await import('./news.ts');
    keepNews(cache, changes);
  }
  const { catalogue_version: version, instructions, tools } = catalogue;
  return { operations: operationsOf(tools), version, instructions, fetchedAtMs, changes };
}

/** The catalogue that came on `requestCatalogue`. Throws `Failure` not_the_service where it is none. */
export async function catalogueIn(
  response: FleetResponse,
  { baseUrl }: FleetClient,
): Promise<Catalogue> {
  const { checkedCatalogue } = await import('./check.ts');
  const catalogue = checkedCatalogue(JSON.parse(response.text));
  if (catalogue === undefined) throw notACatalogue(baseUrl.text, response.requestId);
  return catalogue;
}

/** More operations take longer to compare than anybody would wait. */
const COMPARED_MAX = 2_000;

async function changesSince(
  known: CachedCatalogue | undefined,
  tools: readonly Tool[],
): Promise<readonly CatalogueChange[]> {
  if (known === undefined || Math.max(known.operations.count, tools.length) > COMPARED_MAX)
    return [];
  const { changesBetween } = await import('./changes.ts');
  return changesBetween(known.operations.all(), tools);
}

function notACatalogue(baseUrl: string, requestId: string): Failure {
  return notTheServiceFailure({
    code: 'not_a_catalogue',
    detail: `GET ${baseUrl}/api/v1/tools answered JSON without a list "tools".`,
    advice: 'Check the base URL.',
    requestId,
  });
}
