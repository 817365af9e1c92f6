import { ensurePrivateFolder } from '../../base/disk/private-folder.ts';
import { replaceAtOnce } from '../../base/disk/replace-at-once.ts';
import type { Catalogue } from '../../contract/tool.ts';
import { type CachedCatalogue, type CatalogueCacheKey, cacheFolder, cachePath } from './cache.ts';
import { CATALOGUE_FILE_BYTES_MAX } from './catalogue-file.ts';
import { encodeCatalogue } from './encode-catalogue.ts';

/**
 * Keeps a catalogue for later runs; where that is not possible nothing happens. In one step once the folder is
 * there, without syncing it.
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
