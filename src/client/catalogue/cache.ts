import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateFolder } from '../../base/disk/private-folder.ts';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { isObject } from '../../base/json/object.ts';
import type { Catalogue } from '../../contract/tool.ts';

/** Whose catalogue: those of two services or two keys never mix. */
export interface CatalogueCacheKey {
  /** The program's cache folder; catalogues lie in a folder of their own in it. */
  readonly folder: string;
  /** As `BaseUrl.text`. */
  readonly baseUrl: string;
  /** As `fingerprintOf(key)`. */
  readonly keyFingerprint: string;
}

export interface CachedCatalogue {
  readonly catalogue: Catalogue;
  readonly fetchedAtMs: number;
  readonly etag: string | undefined;
  /** Set after `invalid_request`: the next run asks for a newer one. */
  readonly markedStale: boolean;
}

const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** What stands for a key where the key itself must not be: SHA-256 in hex. */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Undefined for every kind of miss: absent, unreadable, corrupt, foreign, too large. */
export function readCachedCatalogueSync(cache: CatalogueCacheKey): CachedCatalogue | undefined {
  try {
    const path = cachePath(cache);
    if (statSync(path).size > FILE_BYTES_MAX) return undefined;
    return entryOf(JSON.parse(readFileSync(path, 'utf8')), cache.baseUrl);
  } catch {
    return undefined;
  }
}

/** Keeps a catalogue for later runs; where that is not possible nothing happens. */
export async function writeCachedCatalogue(
  cache: CatalogueCacheKey,
  entry: CachedCatalogue,
): Promise<void> {
  const text = JSON.stringify({
    fetched_at: new Date(entry.fetchedAtMs).toISOString(),
    etag: entry.etag,
    base_url: cache.baseUrl,
    stale: entry.markedStale,
    catalogue: entry.catalogue,
  });
  if (Buffer.byteLength(text) > FILE_BYTES_MAX) return;
  try {
    await ensurePrivateFolder(cacheFolder(cache));
    await replaceFile(cachePath(cache), text, { mode: 0o600 });
  } catch {
    // A cache that cannot be written is a miss next time; that is no reason to fail now.
  }
}

/** After `invalid_request`: the schemas may have changed, so the next run fetches again. */
export async function markCatalogueStale(cache: CatalogueCacheKey): Promise<void> {
  const entry = readCachedCatalogueSync(cache);
  if (entry !== undefined) await writeCachedCatalogue(cache, { ...entry, markedStale: true });
}

function cacheFolder(cache: CatalogueCacheKey): string {
  return join(cache.folder, 'catalogues');
}

function cachePath(cache: CatalogueCacheKey): string {
  const name = createHash('sha256').update(`${cache.baseUrl}\n${cache.keyFingerprint}`);
  return join(cacheFolder(cache), `${name.digest('hex')}.json`);
}

function entryOf(value: unknown, baseUrl: string): CachedCatalogue | undefined {
  if (!isObject(value) || value['base_url'] !== baseUrl) return undefined;
  const { fetched_at: fetchedAt, etag, stale, catalogue } = value;
  const fetchedAtMs = typeof fetchedAt === 'string' ? Date.parse(fetchedAt) : Number.NaN;
  if (Number.isNaN(fetchedAtMs) || !isCatalogue(catalogue)) return undefined;
  return {
    catalogue,
    fetchedAtMs,
    etag: typeof etag === 'string' ? etag : undefined,
    markedStale: stale === true,
  };
}

/** As much of a catalogue as start-up can afford to check; the whole was checked when it came. */
function isCatalogue(value: unknown): value is Catalogue {
  if (!isObject(value) || !Array.isArray(value['tools'])) return false;
  return value['tools'].every(
    (tool) => isObject(tool) && typeof tool['name'] === 'string' && isObject(tool['input_schema']),
  );
}
