import { lstatSync, lutimesSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Tool } from '../../contract/tool.ts';
import {
  CATALOGUE_FORMAT,
  countOf,
  headOf,
  placeOf,
  summariesOf,
  toolOf,
} from './catalogue-file.ts';
import { type OpenFile, openCatalogueFile } from './open-file.ts';
import { isCalled, type Operations, operationsOf } from './operations.ts';
import { sha256Hex } from './sha256.ts';

/** Whose catalogue: those of two services or two keys never mix. */
export interface CatalogueCacheKey {
  /** The program's cache folder; catalogues lie in a folder of their own in it. */
  readonly folder: string;
  /** As `BaseUrl.text`. */
  readonly baseUrl: string;
  /** As `fingerprintOf(key)`. */
  readonly keyFingerprint: string;
  /** A catalogue that is used as it is, whatever the service says. */
  readonly file?: string | undefined;
}

export interface CachedCatalogue {
  readonly operations: Operations;
  readonly version: number | undefined;
  /** What the service tells agents; undefined where it tells nothing. */
  readonly instructions: string | undefined;
  readonly fetchedAtMs: number;
  readonly etag: string | undefined;
  /** Set after `invalid_request`: the next run asks for a newer one. */
  readonly markedStale: boolean;
  /** What it was read from. */
  readonly file: Pick<OpenFile, 'inode' | 'mtimeMs' | 'close'>;
}

/** The time of a file that is marked stale. Of any other it is when the service was last asked. */
const STALE_MTIME_MS = 0;

/** What stands for a key where the key itself must not be: SHA-256 in hex. */
export function fingerprintOf(key: string): string {
  return sha256Hex(key);
}

/** Undefined for every kind of miss: absent, unreadable, no file of ours, cut off, of another service. */
export function readCachedCatalogueSync(cache: CatalogueCacheKey): CachedCatalogue | undefined {
  try {
    const path = cachePath(cache);
    const file = openCatalogueFile(path);
    return file === undefined ? undefined : cachedIn(file, path, cache.baseUrl);
  } catch {
    return undefined;
  }
}

/** After `invalid_request`: the schemas may have changed, so the next run fetches again. */
export function markCatalogueStale(cache: CatalogueCacheKey): void {
  setTime(cachePath(cache), STALE_MTIME_MS);
}

/** The service was asked and has nothing newer. A file that somebody else has changed since stays as it is. */
export function markCatalogueFresh(
  cache: CatalogueCacheKey,
  { file }: CachedCatalogue,
  fetchedAtMs: number,
): void {
  setTime(cachePath(cache), fetchedAtMs, file);
}

export function cacheFolder(cache: CatalogueCacheKey): string {
  return join(cache.folder, 'catalogues');
}

export function cachePath(cache: CatalogueCacheKey): string {
  return join(cacheFolder(cache), `${cacheName(cache)}.${CATALOGUE_FORMAT}.catalogue`);
}

/** What is kept of a service for a key is called so, whatever it is. */
export function cacheName(cache: Omit<CatalogueCacheKey, 'folder' | 'file'>): string {
  const known = cacheNames.get(cache);
  if (known !== undefined) return known;
  const name = sha256Hex(`${cache.baseUrl}\n${cache.keyFingerprint}`);
  cacheNames.set(cache, name);
  return name;
}

/** A run needs the name of the same catalogue several times, and to hash takes a tenth of a millisecond. */
const cacheNames = new WeakMap<object, string>();

/** Where breaking changes wait until a run meets them. */
export function newsPath(cache: CatalogueCacheKey): string {
  return `${cachePath(cache)}.news`;
}

function cachedIn(file: OpenFile, path: string, baseUrl: string): CachedCatalogue | undefined {
  const head = headOf(file.read(file.parts.headAt, file.parts.indexAt));
  if (head?.baseUrl !== baseUrl) {
    file.close();
    return undefined;
  }
  const markedStale = file.mtimeMs === STALE_MTIME_MS;
  const { etag, fetchedAtMs, instructions, version } = head;
  return {
    operations: operationsIn(file, path, head.operations),
    version,
    instructions,
    etag,
    fetchedAtMs: markedStale ? fetchedAtMs : file.mtimeMs,
    markedStale,
    file,
  };
}

function operationsIn(file: OpenFile, path: string, count: number): Operations {
  const found = new Map<string, Tool | undefined>();
  const look = (name: string): Tool | undefined => {
    const place = placeOf(name, file.index(), file.parts);
    const there = place === undefined ? undefined : toolOf(file.read(...place));
    // A damaged index can lead to another operation, which nobody asked for.
    const tool = there !== undefined && isCalled(there, name) ? there : undefined;
    const isMissing = place === undefined && countOf(file.index()) === count;
    // Damaged: the service has to be asked for all of it, and not whether it has a newer one.
    if (tool === undefined && !isMissing) removeFile(path);
    return tool;
  };
  const all = (): readonly Tool[] => {
    const { dataAt, size } = file.parts;
    const lines = file.read(dataAt, size).toString('utf8').split('\n').slice(0, -1);
    return lines.flatMap((line) => toolOf(line) ?? []);
  };
  return {
    count,
    find(name) {
      if (!found.has(name)) found.set(name, look(name));
      return found.get(name);
    },
    summaries(beginning) {
      try {
        return summariesOf(beginning ?? '', file.index());
      } catch {
        removeFile(path);
        return operationsOf(all()).summaries(beginning);
      }
    },
    all,
  };
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It stays, and is damaged for the next run as well.
  }
}

/** Only where the file is still `seen`, if that is given. */
function setTime(
  path: string,
  timeMs: number,
  seen?: { readonly inode: number; readonly mtimeMs: number },
): void {
  try {
    const { ino, mtimeMs } = lstatSync(path);
    const isSame = ino === seen?.inode && Math.round(mtimeMs) === seen.mtimeMs;
    if (seen === undefined || isSame) lutimesSync(path, timeMs / 1000, timeMs / 1000);
  } catch {
    // Gone, or not ours to change: the next run looks for itself.
  }
}
