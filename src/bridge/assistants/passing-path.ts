/** Where a program is that will be gone while its entry stays. */
export type PassingPlace = 'package_cache' | 'archive' | 'temporary_folder';

/** Folders in which package runners keep what they run once. */
const CACHES =
  /[\\/](?:_npx|dlx-[^\\/]*|xfs-[^\\/]*|bunx-[^\\/]*|\.?pnpm[\\/]dlx|pnpm[\\/]store)[\\/]/;
const ARCHIVE = /\.zip[\\/]|[\\/](?:__virtual__|\$\$virtual)[\\/]/;

/**
 * Whether an entry with this path would die: in the cache of a package runner (npx, pnpm dlx, yarn
 * dlx, bunx), inside an archive of Yarn's Plug'n'Play, which only Yarn's loader opens, or installed in
 * one of the temporary folders, where a person's own clone may be. Undefined for a path that lasts.
 */
export function passingPlace(
  path: string,
  temporaryFolders: readonly string[],
): PassingPlace | undefined {
  if (ARCHIVE.test(path)) return 'archive';
  if (CACHES.test(path)) return 'package_cache';
  const isInstalled = /[\\/]node_modules[\\/]/.test(path);
  const isThere = temporaryFolders.some(
    (folder) => folder !== '' && (path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`)),
  );
  return isInstalled && isThere ? 'temporary_folder' : undefined;
}
