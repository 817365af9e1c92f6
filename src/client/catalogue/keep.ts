import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { ensurePrivateFolder } from '../../base/disk/private-folder.ts';
import type { Catalogue } from '../../contract/tool.ts';
import { type CachedCatalogue, type CatalogueCacheKey, cacheFolder, cachePath } from './cache.ts';
import { CATALOGUE_FILE_BYTES_MAX, encodeCatalogue } from './catalogue-file.ts';

/**
 * Keeps a catalogue for later runs; where that is not possible nothing happens. In one step without a pause
 * once the folder is there: a program that ends leaves the old file or the new one, and nothing beside it.
 * Nothing is synced, since a file that a power cut damaged is a miss.
 */
export async function keepCatalogue(
  cache: CatalogueCacheKey,
  catalogue: Catalogue,
  { etag, fetchedAtMs }: Pick<CachedCatalogue, 'etag' | 'fetchedAtMs'>,
): Promise<void> {
  const bytes = encodeCatalogue(catalogue, { baseUrl: cache.baseUrl, fetchedAtMs, etag });
  if (bytes.length > CATALOGUE_FILE_BYTES_MAX) return;
  try {
    await ensurePrivateFolder(cacheFolder(cache));
    replaceAtOnce(cachePath(cache), bytes, fetchedAtMs);
  } catch {
    // A cache that cannot be written is a miss next time; that is no reason to fail now.
  }
}

function replaceAtOnce(path: string, bytes: Buffer, timeMs: number): void {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 });
    utimesSync(temporary, timeMs / 1000, timeMs / 1000);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
