import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { currentUser } from '../../base/disk/current-user.ts';
import {
  CATALOGUE_FILE_BYTES_MAX,
  type CatalogueParts,
  FIRST_LINE_BYTES_MAX,
  partsOf,
} from './catalogue-file.ts';

/** A catalogue's file, open at one generation: a rename over it changes nothing that is read here. */
export interface OpenFile {
  readonly parts: CatalogueParts;
  readonly mtimeMs: number;
  readonly inode: number;
  /** Head and index, at the places that `parts` names. */
  readonly bytes: Buffer;
  /** Any part of the file. Throws where it cannot be read. */
  read(from: number, to: number): Buffer;
  close(): void;
}

/** A file of up to this size is read at once, a larger one stays open. */
const READ_AT_ONCE_BYTES = 256 * 1024;

/**
 * Opens a catalogue's file and reads head and index. Undefined where it is none, is cut off, or is
 * no regular file of this user: a folder or a named pipe in its place holds up nobody. Throws the error
 * of the file system.
 */
export function openCatalogueFile(path: string): OpenFile | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  let opened: OpenFile | undefined;
  try {
    opened = readIndex(file, fstatSync(file));
    return opened;
  } finally {
    if (opened === undefined || opened.parts.size <= READ_AT_ONCE_BYTES) closeSync(file);
  }
}

function readIndex(file: number, stats: Stats): OpenFile | undefined {
  const user = currentUser();
  const isOurs = user === 'none' || stats.uid === user;
  if (!stats.isFile() || !isOurs) return undefined;
  const beginning = readPart(file, 0, Math.min(stats.size, READ_AT_ONCE_BYTES));
  const parts = partsOf(beginning.subarray(0, FIRST_LINE_BYTES_MAX));
  if (parts?.size !== stats.size || stats.size > CATALOGUE_FILE_BYTES_MAX) return undefined;
  const isIndexIn = parts.dataAt <= beginning.length;
  const isAllIn = parts.size === beginning.length;
  return {
    parts,
    mtimeMs: Math.round(stats.mtimeMs),
    inode: stats.ino,
    bytes: isIndexIn ? beginning : readPart(file, 0, parts.dataAt),
    read: (from, to) => (isAllIn ? beginning.subarray(from, to) : readPart(file, from, to)),
    close: () => {
      if (!isAllIn) closeSync(file);
    },
  };
}

/** Fewer bytes where the file ends before. */
function readPart(file: number, from: number, to: number): Buffer {
  const part = Buffer.allocUnsafe(to - from);
  let length = 0;
  while (length < part.length) {
    const count = readSync(file, part, length, part.length - length, from + length);
    if (count === 0) break;
    length += count;
  }
  return part.subarray(0, length);
}
