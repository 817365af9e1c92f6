import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { Failure } from '../../contract/failure.ts';
import { rewriteDatabase } from '../database/sqlite/connection.ts';
import { lockFolder } from '../database/sqlite/folder-lock.ts';

/**
 * Rewrites the database of a data folder without its free space, in the form that gives space back by
 * itself from then on; gives its size in bytes before and after. Throws `Failure` local where there
 * is no database, a server works on it, or there is no room for a copy of it.
 */
export function vacuum(dataFolder: string): {
  readonly file: string;
  readonly bytes_before: number;
  readonly bytes: number;
} {
  const file = join(dataFolder, 'fleet.db');
  if (!existsSync(file)) throw failed(`there is no database in ${dataFolder}`);
  const lock = lockFolder(dataFolder, 'server');
  try {
    const { size } = statSync(file);
    rewriteDatabase(file);
    return { file, bytes_before: size, bytes: statSync(file).size };
  } catch (error) {
    throw failed(`${file}: ${messageOf(error)}`, error);
  } finally {
    lock.release();
  }
}

function failed(detail: string, cause?: unknown): Failure {
  const title = 'The database could not be rewritten';
  return new Failure('local', { code: 'vacuum_failed', title, detail }, { cause });
}
