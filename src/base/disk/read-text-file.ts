import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { toError } from '../errors.ts';

/** `regular`: nothing but a file on a disk, where a pipe would be waited for. */
export type ReadableKind = 'any' | 'regular';

/** A larger regular file is refused. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;
/** Of what may never end, as a device: more than any key, which is all that is read from there. */
const BEGINNING_BYTES = 64 * 1024;

/**
 * The text of a file in UTF-8, of `any` its beginning, which may be waited for. Throws the error of the
 * file system, with the path, and one with the code ENOTSUP for another kind or a size that is not read.
 */
export function readTextFile(path: string, kind: ReadableKind = 'any'): string {
  return kind === 'any' ? withFile(path, 'r', beginningOf) : readRegularFile(path).toString('utf8');
}

/** The bytes of a file on a disk. Throws as `readTextFile`. */
export function readRegularFile(path: string): Buffer {
  // To read, and without a wait; Windows has no such flag, and no pipes among its files.
  const bytes = withFile(path, constants.O_NONBLOCK, (file) => {
    const found = fstatSync(file);
    return found.isFile() && found.size <= FILE_BYTES_MAX ? readFileSync(file) : undefined;
  });
  if (bytes !== undefined) return bytes;
  throw Object.assign(new Error(`${path} is no file up to 64 MiB`), { code: 'ENOTSUP' });
}

function withFile<Read>(path: string, flags: string | number, read: (file: number) => Read): Read {
  const file = openSync(path, flags);
  try {
    return read(file);
  } catch (error) {
    throw Object.assign(toError(error), { path });
  } finally {
    closeSync(file);
  }
}

function beginningOf(file: number): string {
  const bytes = Buffer.alloc(BEGINNING_BYTES);
  let length = 0;
  for (let count = -1; count !== 0; length += count)
    count = readSync(file, bytes, { offset: length });
  return bytes.toString('utf8', 0, length);
}
