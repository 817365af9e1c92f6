import { realpathSync } from 'node:fs';

/** Folders of one version, which go with the next one, and the links to the installed version that stay. */
const VERSIONED: readonly (readonly [folder: RegExp, link: string])[] = [
  // Homebrew
  [/\/Cellar\/([^/]+)\/[^/]+\//, '/opt/$1/'],
  // Snap
  [/^\/snap\/([^/]+)\/[^/]+\//, '/snap/$1/current/'],
];

/** The path that leads to the same file and still does after an upgrade, of a real path. */
export function lastingPath(path: string): string {
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
