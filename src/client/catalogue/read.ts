import type { Clock } from '../../base/time/clock.ts';
import { Failure } from '../../contract/failure.ts';
import { type CachedCatalogue, type CatalogueCacheKey, readCachedCatalogueSync } from './cache.ts';
import type { CatalogueReader, FetchedCatalogue } from './fetch.ts';
import { type Operations, operationsOf } from './operations.ts';

const HOUR_MS = 60 * 60 * 1000;
const FRESH_MS = HOUR_MS;
/** Up to this age a run goes by it, and asks for a newer one beside its own request. */
const USABLE_MS = 24 * HOUR_MS;
const REFRESH_LIMIT_MS = 3_000;

/** `fetched` in this run; `fresh` and `stale` from the cache; `file` of the person; `snapshot` from the package. */
type CatalogueOrigin = 'fetched' | 'fresh' | 'stale' | 'file' | 'snapshot';

export interface CatalogueInUse {
  readonly operations: Operations;
  readonly version: number | undefined;
  /** What the service tells agents. */
  readonly instructions: string | undefined;
  readonly origin: CatalogueOrigin;
  /** When the service gave it; undefined for the snapshot. */
  readonly fetchedAtMs: number | undefined;
  /** Whether values may be refused locally by its schemas: not by the snapshot's. */
  readonly checksLocally: boolean;
  /** What is to be renewed beside the request; undefined where nothing is. */
  readonly renewable: CachedCatalogue | undefined;
  /** Why it is not the service's own of now: it was asked for in this run, in vain. */
  readonly unfetched?: Failure;
}

/**
 * The catalogue for a run: one from the cache that is at most a day old, else one fetched within
 * 3 s, else an older one from the cache, else the snapshot. Throws `Failure` only where the person
 * interrupts, the request could not be made at all (usage, no_key) or the key is refused.
 */
export async function catalogueForRun(reader: CatalogueReader): Promise<CatalogueInUse> {
  return catalogueOfAge(reader, USABLE_MS);
}

/** As `catalogueForRun` for a person who wants to see the catalogue itself: at most an hour old. */
export async function catalogueToShow(reader: CatalogueReader): Promise<CatalogueInUse> {
  return catalogueOfAge(reader, FRESH_MS);
}

/**
 * For an operation, a flag or a value that the catalogue at hand does not know: fetched once more
 * within 3 s. The one at hand where that fails, or where it was fetched, or asked for in vain, in this run.
 */
export async function refetchedCatalogue(
  reader: CatalogueReader,
  atHand: CatalogueInUse,
): Promise<CatalogueInUse> {
  if (atHand.origin === 'fetched' || atHand.origin === 'file') return atHand;
  if (atHand.unfetched !== undefined) return atHand;
  const known = readCachedCatalogueSync(reader.cache);
  const fetched = await fetchedWithin(reader, known);
  return fetched instanceof Failure ? { ...atHand, unfetched: fetched } : fetched;
}

/** Without network, for help and completion: the cache whatever its age, else the snapshot. */
export async function catalogueForHelp(
  cache: CatalogueCacheKey | undefined,
  clock: Clock,
): Promise<CatalogueInUse> {
  if (cache?.file !== undefined) return fromFile(cache.file);
  const cached = cache === undefined ? undefined : readCachedCatalogueSync(cache);
  return cached === undefined ? builtIn() : inUse(cached, clock);
}

/** A catalogue that was fetched now, and what changed. */
interface RefreshedCatalogue extends CatalogueInUse, Pick<FetchedCatalogue, 'changes'> {}

/** Fetches now, whatever is cached (`fleet cloud refresh`). Throws `Failure`. */
export async function refreshCatalogue(reader: CatalogueReader): Promise<RefreshedCatalogue> {
  return fetchedNow(reader, readCachedCatalogueSync(reader.cache));
}

async function catalogueOfAge(reader: CatalogueReader, ageMaxMs: number): Promise<CatalogueInUse> {
  if (reader.cache.file !== undefined) return fromFile(reader.cache.file);
  const cached = readCachedCatalogueSync(reader.cache);
  if (cached !== undefined && !cached.markedStale && isOfAge(cached, reader.clock, ageMaxMs)) {
    return inUse(cached, reader.clock);
  }
  const fetched = await fetchedWithin(reader, cached);
  if (!(fetched instanceof Failure)) return fetched;
  const atHand = cached === undefined ? await builtIn() : inUse(cached, reader.clock);
  return { ...atHand, unfetched: fetched };
}

/** Failures that say of the run itself that it cannot go on. */
const ENDS_THE_RUN: ReadonlySet<string> = new Set(['interrupted', 'no_key', 'usage']);

/** No request will do any better with a key that the service refuses. */
function endsTheRun({ facts, kind }: Failure): boolean {
  return ENDS_THE_RUN.has(kind) || (kind === 'refused' && facts.status === 401);
}

/** The service's catalogue, or why it could not be had. Throws `Failure` where the run cannot go on. */
async function fetchedWithin(
  reader: CatalogueReader,
  known: CachedCatalogue | undefined,
): Promise<CatalogueInUse | Failure> {
  try {
    return await fetchedNow(reader, known, REFRESH_LIMIT_MS);
  } catch (error) {
    if (error instanceof Failure && !endsTheRun(error)) return error;
    throw error;
  }
}

async function fetchedNow(
  reader: CatalogueReader,
  known: CachedCatalogue | undefined,
  timeoutMs?: number,
): Promise<RefreshedCatalogue> {
  const { receiveCatalogue, requestCatalogue } = await import('./fetch.ts');
  const response = await requestCatalogue(reader, known, timeoutMs);
  const fetched: FetchedCatalogue = await receiveCatalogue(reader, known, response);
  return { ...fetched, origin: 'fetched', checksLocally: true, renewable: undefined };
}

/** What the person gives is theirs: nothing is fetched in its place. */
async function fromFile(path: string): Promise<CatalogueInUse> {
  const { catalogueInFile } = await import('./from-file.ts');
  return catalogueInFile(path);
}

function inUse(cached: CachedCatalogue, clock: Clock): CatalogueInUse {
  const { operations, version, instructions, fetchedAtMs, markedStale } = cached;
  const fresh = !markedStale && isOfAge(cached, clock, FRESH_MS);
  const isUsable = !markedStale && isOfAge(cached, clock, USABLE_MS);
  const renewable = isUsable && !fresh ? cached : undefined;
  const origin: CatalogueOrigin = fresh ? 'fresh' : 'stale';
  const about = { operations, version, instructions, fetchedAtMs };
  return { ...about, origin, checksLocally: true, renewable };
}

/** A time that has not come yet is no age. */
function isOfAge({ fetchedAtMs }: CachedCatalogue, clock: Clock, ageMaxMs: number): boolean {
  const ageMs = clock.now() - fetchedAtMs;
  return ageMs >= 0 && ageMs <= ageMaxMs;
}

/** The catalogue that ships with the program: for help and completion before the first login. */
async function builtIn(): Promise<CatalogueInUse> {
  const { default: snapshot } = await import('./snapshot.json', { with: { type: 'json' } });
  return {
    operations: operationsOf(snapshot.tools),
    version: snapshot.catalogue_version,
    instructions: snapshot.instructions,
    origin: 'snapshot',
    fetchedAtMs: undefined,
    checksLocally: false,
    renewable: undefined,
  };
}
