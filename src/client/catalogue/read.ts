import type { Clock } from '../../base/time/clock.ts';
import { Failure } from '../../contract/failure.ts';
import type { Catalogue, Tool } from '../../contract/tool.ts';
import type { FleetClient } from '../fleet-client.ts';
import {
  type CachedCatalogue,
  type CatalogueCacheKey,
  readCachedCatalogueSync,
  writeCachedCatalogue,
} from './cache.ts';
import { fetchCatalogue } from './fetch.ts';
import snapshot from './snapshot.json' with { type: 'json' };

/** The catalogue that ships with the program: for help and completion before the first login. */
const SNAPSHOT: Catalogue = snapshot;

const FRESH_MS = 60 * 60 * 1000;
const REFRESH_LIMIT_MS = 3_000;

/** `fetched` in this run; `fresh` and `stale` from the cache; `snapshot` from the package. */
type CatalogueOrigin = 'fetched' | 'fresh' | 'stale' | 'snapshot';

export interface CatalogueInUse {
  readonly catalogue: Catalogue;
  readonly origin: CatalogueOrigin;
  /** When the service gave it; undefined for the snapshot. */
  readonly fetchedAtMs: number | undefined;
  /** Whether values may be refused locally by its schemas: not by the snapshot's. */
  readonly checksLocally: boolean;
}

export interface CatalogueReader {
  readonly cache: CatalogueCacheKey;
  readonly client: FleetClient;
  readonly clock: Clock;
}

/**
 * The catalogue for a run: one from the cache that is at most an hour old, else one fetched within
 * 3 s, else an older one from the cache, else the snapshot. Throws `Failure` only where the person
 * interrupts or the request could not be made at all (usage).
 */
export async function catalogueForRun(reader: CatalogueReader): Promise<CatalogueInUse> {
  const cached = readCachedCatalogueSync(reader.cache);
  const atHand = inUse(cached, reader.clock);
  return atHand.origin === 'fresh' ? atHand : refreshedOr(atHand, reader, cached);
}

/**
 * For an operation, a flag or a value that the catalogue at hand does not know: fetched once more
 * within 3 s. The one at hand where that fails, or where it was fetched in this run.
 */
export async function refetchedCatalogue(
  reader: CatalogueReader,
  atHand: CatalogueInUse,
): Promise<CatalogueInUse> {
  if (atHand.origin === 'fetched') return atHand;
  return refreshedOr(atHand, reader, readCachedCatalogueSync(reader.cache));
}

/** Without network, for help and completion: the cache whatever its age, else the snapshot. */
export function catalogueForHelpSync(
  cache: CatalogueCacheKey | undefined,
  clock: Clock,
): CatalogueInUse {
  return inUse(cache === undefined ? undefined : readCachedCatalogueSync(cache), clock);
}

/** Fetches now, whatever is cached (`fleet cloud refresh`). Throws `Failure`. */
export async function refreshCatalogue(reader: CatalogueReader): Promise<CatalogueInUse> {
  return fetched(reader, await fetchCatalogue(reader, readCachedCatalogueSync(reader.cache)));
}

/** The operation of that name, in snake_case or kebab-case. */
export function findTool(catalogue: Catalogue, name: string): Tool | undefined {
  return (
    catalogue.tools.find((tool) => tool.name === name) ??
    catalogue.tools.find((tool) => tool.name.replaceAll('_', '-') === name)
  );
}

async function refreshedOr(
  atHand: CatalogueInUse,
  reader: CatalogueReader,
  cached: CachedCatalogue | undefined,
): Promise<CatalogueInUse> {
  try {
    const entry = await fetchCatalogue({ ...reader, timeoutMs: REFRESH_LIMIT_MS }, cached);
    return await fetched(reader, entry);
  } catch (error) {
    if (error instanceof Failure && error.kind !== 'interrupted' && error.kind !== 'usage') {
      return atHand;
    }
    throw error;
  }
}

async function fetched(reader: CatalogueReader, entry: CachedCatalogue): Promise<CatalogueInUse> {
  await writeCachedCatalogue(reader.cache, entry);
  const { catalogue, fetchedAtMs } = entry;
  return { catalogue, origin: 'fetched', fetchedAtMs, checksLocally: true };
}

function inUse(cached: CachedCatalogue | undefined, clock: Clock): CatalogueInUse {
  if (cached === undefined) {
    return {
      catalogue: SNAPSHOT,
      origin: 'snapshot',
      fetchedAtMs: undefined,
      checksLocally: false,
    };
  }
  const { catalogue, fetchedAtMs, markedStale } = cached;
  const ageMs = clock.now() - fetchedAtMs;
  const fresh = !markedStale && ageMs >= 0 && ageMs <= FRESH_MS;
  return { catalogue, origin: fresh ? 'fresh' : 'stale', fetchedAtMs, checksLocally: true };
}
