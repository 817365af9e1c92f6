import { join } from 'node:path';
import { Failure } from '../../../contract/failure.ts';
import { SERVER_SLOT, SLOTS } from '../row-id.ts';
import { isSqliteBusy, openSqliteFile, type SqliteFile } from './connection.ts';
import { closeToOthers } from './private-files.ts';

/** One of the id slots of a data folder, held until it is released or the process ends. */
export interface FolderLock {
  readonly slot: number;
  release(): void;
}

/**
 * Takes the slot that this role uses in a data folder: the server's own, or for `fleet admin`, which
 * works beside a server, the first free other one. The operating system drops the lock with the
 * process, so a killed one leaves nothing stale.
 * Throws `Failure` local, `data_folder_in_use`.
 */
export function lockFolder(folder: string, role: 'server' | 'admin'): FolderLock {
  const slots =
    role === 'server' ? [SERVER_SLOT] : Array.from({ length: SLOTS - 1 }, (_, index) => index + 1);
  for (const slot of slots) {
    const lock = tryLock(join(folder, `slot-${slot}.lock`));
    if (lock) return { slot, release: () => lock.close() };
  }
  throw new Failure('local', {
    code: 'data_folder_in_use',
    title: 'The data folder is in use',
    detail:
      role === 'server'
        ? `Another server works in ${folder}.`
        : `${SLOTS - 1} other fleet admin commands work in ${folder}.`,
    ...(role === 'server' ? { next: [{ step: 'choose_data_folder' }] } : { advice: 'Try again.' }),
  });
}

/** An exclusive transaction on an empty database is a lock that never writes a byte. */
function tryLock(path: string): SqliteFile | undefined {
  closeToOthers(path);
  const database = openSqliteFile(path, 0);
  try {
    database.exec('pragma journal_mode = memory; begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if (isSqliteBusy(error)) return undefined;
    throw error;
  }
}
