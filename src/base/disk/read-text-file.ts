import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** `regular`: nothing but a file on a disk, where a pipe would be waited for. */
export type ReadableKind = 'any' | 'regular';

/** The text of a file in UTF-8. Throws the error of the file system, and one with the code ENOTSUP for another kind. */
export function readTextFile(path: string, kind: ReadableKind = 'any'): string {
  if (kind === 'any') return readFileSync(path, 'utf8');
  // Windows has no such flag, and no pipes among its files.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (fstatSync(file).isFile()) return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
  throw Object.assign(new Error(`${path} is no regular file`), { code: 'ENOTSUP' });
}
