import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  promises,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { errorCode } from '../errors.ts';
import type { FileOptions } from './replace-file.ts';

/** A file that other programs change too, as it was when it was read. */
export interface SeenFile {
  /** As it was asked for; links may lead from there to the file. */
  readonly path: string;
  /** Where the file lies. */
  readonly target: string;
  /** Undefined where nothing is there. */
  readonly found: FoundFile | undefined;
}

export interface FoundFile {
  readonly stat: BigIntStats;
  readonly bytes: Buffer;
}

/** A larger one is no file that people write. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Reads a file to change it. Rejects with the error of the file system, also where a link leads to
 * nothing; ENOTSUP for what is no regular file, EFBIG for one of more than 64 MiB.
 */
export async function seeFile(path: string): Promise<SeenFile> {
  try {
    const target = await promises.realpath(path);
    return { path, target, found: read(target) };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || isThere(path)) throw error;
    return { path, target: path, found: undefined };
  }
}

/**
 * Whether a file is still what was seen: the same one, with the same rights and bytes. It does not
 * give way to anything, so that nothing of this process is between this look and the next step.
 */
export function isAsSeen({ found, path, target }: SeenFile): boolean {
  if (found === undefined) return !isThere(target);
  try {
    if (realpathSync(path) !== target) return false;
    const { bytes, stat } = read(target);
    return SAME.every((member) => stat[member] === found.stat[member]) && bytes.equals(found.bytes);
  } catch {
    return false;
  }
}

/** The rights of a file, for the one that takes its place. */
export function rightsOf({
  stat: { gid, mode, uid },
}: {
  readonly stat: Pick<BigIntStats, 'gid' | 'mode' | 'uid'>;
}): FileOptions {
  return { mode: Number(mode & 0o7777n), owner: { uid: Number(uid), gid: Number(gid) } };
}

const SAME = ['dev', 'ino', 'size', 'mtimeNs', 'mode', 'uid', 'gid'] as const;

function read(path: string): FoundFile {
  // Without a wait: a pipe may never end. Windows has no such flag, and no pipes among its files.
  const file = openSync(path, constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file, { bigint: true });
    if (!stat.isFile()) throw unread(path, 'ENOTSUP', 'it is no regular file');
    if (stat.size > FILE_BYTES_MAX) throw unread(path, 'EFBIG', 'it is larger than 64 MiB');
    return { stat, bytes: readFileSync(file) };
  } finally {
    closeSync(file);
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function unread(path: string, code: string, why: string): Error {
  return Object.assign(new Error(`${path}: ${why}`), { code });
}
