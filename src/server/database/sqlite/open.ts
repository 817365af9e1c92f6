import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../base/disk/make-folder.ts';
import { messageOf } from '../../../base/errors.ts';
import { backgroundClock } from '../../../base/time/clock.ts';
import { Failure } from '../../../contract/failure.ts';
import type { Dialect } from '../dialect.ts';
import { migrate } from '../migrate.ts';
import { newestId } from '../newest-id.ts';
import { noDatabase } from '../no-database.ts';
import type { OpenDatabase, StoreOptions } from '../open-options.ts';
import { createIdSource, slotRange } from '../row-id.ts';
import { openSqlite } from './dialect.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { closeIfThere, closeToOthers, refuseOpenFolder } from './private-files.ts';

const DATABASE_FILE = 'fleet.db';

/** A write that joins while another one waits has waited for this twice before it is told. */
const BUSY_TIMEOUT_MS = { server: 1250, admin: 5000 };

/**
 * Opens the database of a data folder, which is made if it is missing, and brings its schema up to
 * date. Throws `Failure` local: `data_folder_in_use`, `data_folder_open`, `newer_database` or
 * `data_folder_unusable`.
 */
export async function openSqliteDatabase(options: StoreOptions): Promise<OpenDatabase> {
  const { folder, mustExist } = options;
  if (mustExist && !existsSync(join(folder, DATABASE_FILE))) throw noDatabase(folder);
  try {
    await makeFolder(options.folder);
    refuseOpenFolder(options.folder);
    return await openLocked(options, lockFolder(options.folder, options.role));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unusable(options.folder, error);
  }
}

async function openLocked(options: StoreOptions, lock: FolderLock): Promise<OpenDatabase> {
  const { folder, clock = backgroundClock, onWake = () => {} } = options;
  const { busyTimeoutMs = BUSY_TIMEOUT_MS[options.role] } = options;
  let dialect: Dialect | undefined;
  try {
    const path = join(folder, DATABASE_FILE);
    closeToOthers(path);
    for (const suffix of ['-wal', '-shm']) closeIfThere(`${path}${suffix}`);
    dialect = openSqlite({ folder, clock, onWake, busyTimeoutMs });
    await migrate(dialect);
    const ids = createIdSource(slotRange(lock.slot), await newestId(dialect.reading));
    return { dialect, ids, release: lock.release };
  } catch (error) {
    await dialect?.close();
    lock.release();
    throw error;
  }
}

function unusable(folder: string, cause: unknown): Failure {
  const facts = {
    code: 'data_folder_unusable',
    title: 'The data folder cannot be used',
    detail: `${folder}: ${messageOf(cause)}`,
    advice: 'Check that it is a folder on a local disk which you may write, or give another.',
  };
  return new Failure('local', facts, { cause });
}
