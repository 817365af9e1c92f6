import { realpathSync } from 'node:fs';

/** Folders of one version, which go with the next one, and the links to the installed version that stay. */
const VERSIONED: readonly (readonly [folder: RegExp, link: string])[] = [
  // Homebrew
  [/\/Cellar\/([^/]+)\/[^/]+\//, '/opt/$1/'],
  // Snap
  [/^\/snap\/([^/]+)\/[^/]+\//, '/snap/$1/current/'],
];

/** What pnpm empties with the next install; its links lead there. */
const PNPM_STORE = /[\\/]node_modules[\\/]\.pnpm[\\/]/;

/**
 * The path that leads to the same file and still does after an upgrade, of a real path. `named` is the
 * one that it was started by.
 */
export function lastingPath(path: string, named = path): string {
  if (PNPM_STORE.test(path)) {
    return !PNPM_STORE.test(named) && leadsTo(named, path) ? named : path;
  }
  const links = VERSIONED.map(([folder, link]) => path.replace(folder, link));
  return links.find((link) => link !== path && leadsTo(link, path)) ?? path;
}

function leadsTo(link: string, path: string): boolean {
  try {
    return realpathSync(link) === path;
  } catch {
    return false;
  }
}
