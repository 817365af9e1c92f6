import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** The file that stdout is written to, where the system lets it be read by that name. */
export const STDOUT_PATH = '/dev/fd/1';

const TAIL_BYTES = 64 * 1024;
const LINE_FEED = 10;

/** A hash of what stands in a file before the byte `size`; undefined where it cannot be read, or is shorter. */
export function hashBefore(path: string, size: number): string | undefined {
  try {
    return hashOf(tailBefore(path, size));
  } catch {
    return undefined;
  }
}

/**
 * Whether a file still has before the byte `size` what it had there when `hash` was made; where that could not
 * be read then, whether a line ends there. False where it cannot be read now.
 */
export function hasStill(path: string, size: number, hash: string | undefined): boolean {
  try {
    if (size === 0) return true;
    const tail = tailBefore(path, size);
    return hash === undefined ? tail.at(-1) === LINE_FEED : hashOf(tail) === hash;
  } catch {
    return false;
  }
}

/** Empty where the file is shorter. */
function tailBefore(path: string, size: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const tail = new Uint8Array(Math.min(size, TAIL_BYTES));
    const count = readSync(file, tail, 0, tail.length, size - tail.length);
    return count === tail.length ? tail : new Uint8Array();
  } finally {
    closeSync(file);
  }
}

function hashOf(tail: Uint8Array): string {
  return createHash('sha256').update(tail).digest('hex');
}
