import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Connection } from '../connection.ts';
import { type SqliteFile, sqliteErrorCode } from './connection.ts';

interface ProbedFile {
  readonly path: string;
  readonly writer: SqliteFile;
  readonly writing: Connection;
}

/** With less, the next writes fail or the journal cannot be written back. */
const FREE_BYTES_MIN = 1024 * 1024;
/** A lock lasts milliseconds; waiting for one holds up every request. */
const BUSY_TIMEOUT_MS = 250;
/** It needs new pages, as a request would, and frees them again. */
const WRITE = `
  begin immediate;
  insert or replace into deployment (name, value) values ('probe', hex(randomblob(8192)));
  delete from deployment where name = 'probe';
  commit`;

class DiskFull extends Error {}

/** Writes to the file as a request would. Throws what the file system or SQLite says. */
export async function probeFile({ path, writer, writing }: ProbedFile) {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize < FREE_BYTES_MIN) throw new DiskFull(`no room is left for ${path}`);
  await writing.connection().execute(async () => {
    writer.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    try {
      writer.exec(WRITE);
    } finally {
      if (writer.inTransaction) writer.exec('rollback');
      writer.exec('pragma busy_timeout = 0');
    }
  });
}

const SQLITE_FULL = 13;
/** A write that the system refused, as beyond a quota: https://sqlite.org/rescode.html */
const SQLITE_IOERR_WRITE = 778;

/** Whether the error says that the disk takes no more. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof DiskFull) return true;
  const code = sqliteErrorCode(error);
  return code === SQLITE_FULL || code === SQLITE_IOERR_WRITE;
}
