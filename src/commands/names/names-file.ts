import { closeSync, constants, fstatSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { currentUser } from '../../base/disk/current-user.ts';
import { isObject } from '../../base/json/object.ts';
import { type CatalogueCacheKey, cacheName } from '../../client/catalogue/cache.ts';
import type { KeptNames } from '../../contract/kept-name.ts';

const NONE: KeptNames = { names: {}, columns: {} };
const FORMAT = 1;
const BYTES_MAX = 1024 * 1024;

/** The folder of what is kept of answers, and the file of one service and key in it. */
export function namesPath(place: CatalogueCacheKey) {
  const names = join(place.folder, 'names');
  return { folder: names, path: join(names, `${cacheName(place)}.json`) };
}

/**
 * What is kept, with the text that it was read from; nothing where there is no file of this user that can
 * be used: a link or a named pipe in its place holds up nobody.
 */
export function readNames(place: CatalogueCacheKey): {
  readonly kept: KeptNames;
  readonly text: string;
} {
  try {
    const text = readOwn(namesPath(place).path);
    const file: unknown = JSON.parse(text);
    const isOurs = isObject(file) && file['version'] === FORMAT;
    if (isOurs && isObject(file['names']) && isObject(file['columns'])) {
      return { kept: file as unknown as KeptNames, text };
    }
  } catch {
    // The same as nothing.
  }
  return { kept: NONE, text: '' };
}

/** The text of the file. */
export function namesText({ columns, names }: KeptNames): string {
  return JSON.stringify({ version: FORMAT, names, columns });
}

/** Forgets them, when somebody logs out. */
export function forgetNames(place: CatalogueCacheKey): void {
  try {
    rmSync(namesPath(place).path, { force: true });
  } catch {
    // What is left is used for ten minutes at most, and only with the same key.
  }
}

function readOwn(path: string): string {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    const user = currentUser();
    const isOurs = stats.isFile() && (user === 'none' || stats.uid === user);
    return isOurs && stats.size <= BYTES_MAX ? readFileSync(file, 'utf8') : '';
  } finally {
    closeSync(file);
  }
}
