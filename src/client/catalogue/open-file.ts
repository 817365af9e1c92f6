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
  /** The index in pieces of whole lines, each with the line end before it in front, and good until the next. */
  index(): Iterable<Buffer>;
  /** Any part of the file. Throws where it cannot be read. */
  read(from: number, to: number): Buffer;
  close(): void;
}

/** A file of up to this size is read at once; a larger one stays open, and its index is read in such pieces. */
const READ_AT_ONCE_BYTES = 64 * 1024;

/**
 * Opens a catalogue's file. Undefined where it is none, is cut off, or is
 * no regular file of this user: a folder or a named pipe in its place holds up nobody. Throws the error
 * of the file system.
 */
export function openCatalogueFile(path: string): OpenFile | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  let opened: OpenFile | undefined;
  try {
    opened = readBeginning(file, fstatSync(file));
    return opened;
  } finally {
    if (opened === undefined || opened.parts.size <= READ_AT_ONCE_BYTES) closeSync(file);
  }
}

function readBeginning(file: number, stats: Stats): OpenFile | undefined {
  const user = currentUser();
  const isOurs = user === 'none' || stats.uid === user;
  if (!stats.isFile() || !isOurs) return undefined;
  const beginning = readPart(file, 0, Math.min(stats.size, READ_AT_ONCE_BYTES));
  const parts = partsOf(beginning.subarray(0, FIRST_LINE_BYTES_MAX));
  if (parts?.size !== stats.size || stats.size > CATALOGUE_FILE_BYTES_MAX) return undefined;
  const isAllIn = parts.size === beginning.length;
  return {
    parts,
    mtimeMs: Math.round(stats.mtimeMs),
    inode: stats.ino,
    index: () =>
      isAllIn ? [beginning.subarray(parts.indexAt - 1, parts.dataAt)] : pieces(file, parts),
    read: (from, to) => (isAllIn ? beginning.subarray(from, to) : readPart(file, from, to)),
    close: () => {
      if (!isAllIn) closeSync(file);
    },
  };
}

/** In one buffer, which costs less than to have all of a long index in memory. */
function* pieces(file: number, { dataAt, indexAt }: CatalogueParts): Generator<Buffer> {
  let buffer = Buffer.allocUnsafe(READ_AT_ONCE_BYTES);
  for (let at = indexAt - 1; at < dataAt - 1; ) {
    const isLast = dataAt - at <= buffer.length;
    const piece = readInto(buffer.subarray(0, dataAt - at), file, at);
    const end = piece.lastIndexOf('\n');
    if (end > 0) yield piece.subarray(0, end + 1);
    else if (isLast) return yield piece;
    else buffer = Buffer.allocUnsafe(2 * buffer.length);
    at += Math.max(0, end);
  }
}

function readPart(file: number, from: number, to: number): Buffer {
  return readInto(Buffer.allocUnsafe(to - from), file, from);
}

/** Fewer bytes where the file ends before. */
function readInto(part: Buffer, file: number, from: number): Buffer {
  let length = 0;
  while (length < part.length) {
    const count = readSync(file, part, length, part.length - length, from + length);
    if (count === 0) break;
    length += count;
  }
  return part.subarray(0, length);
}
