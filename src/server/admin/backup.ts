import { existsSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../base/disk/replace-file.ts';
import { isMissing, messageOf } from '../../base/errors.ts';
import { Failure } from '../../contract/failure.ts';
import { backUpDatabase } from '../database/sqlite/connection.ts';

/**
 * Writes the database of a data folder to a new file, readable by its owner only, also while a
 * server works on it. The file is there once it is whole, checked and on disk. Throws `Failure`
 * local where there is no database or `to` exists.
 */
export async function backUp(
  dataFolder: string,
  to: string,
): Promise<{ readonly file: string; readonly bytes: number }> {
  const path = join(dataFolder, 'fleet.db');
  if (!existsSync(path)) throw failed(`there is no database in ${dataFolder}`);
  if (existsSync(to)) throw failed(`${to} is there already`);
  const partial = `${to}.partial`;
  try {
    await (await open(partial, 'wx', 0o600)).close();
  } catch (error) {
    const reason = isMissing(error) ? `there is no folder ${dirname(to)}` : messageOf(error);
    throw failed(`${to}: ${reason}`, error);
  }
  try {
    await backUpDatabase(path, partial);
    const bytes = await syncFile(partial);
    await link(partial, to);
    return { file: to, bytes };
  } catch (error) {
    throw failed(`${to}: ${messageOf(error)}`, error);
  } finally {
    await rm(partial, { force: true });
    await syncFolder(dirname(to));
  }
}

/** Gives the size of the file in bytes. */
async function syncFile(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

function failed(detail: string, cause?: unknown): Failure {
  const facts = { code: 'backup_failed', title: 'The backup could not be written', detail };
  return new Failure('local', facts, { cause });
}
