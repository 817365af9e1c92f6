import { makeFolder } from '../../base/disk/make-folder.ts';
import { backgroundClock } from '../../base/time/clock.ts';
import { Failure } from '../../contract/failure.ts';
import { createStore } from './create-store.ts';
import type { Dialect } from './dialect.ts';
import { migrate } from './migrate.ts';
import { newestId } from './newest-id.ts';
import type { OpenDatabase, StoreOptions } from './open-options.ts';
import type { Reaction } from './reaction.ts';
import { createIdSource } from './row-id.ts';
import { openSqlite } from './sqlite/dialect.ts';
import { type FolderLock, lockFolder } from './sqlite/folder-lock.ts';
import type { Store } from './store.ts';

const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens the store of a data folder, or of a PostgreSQL database, and brings its schema up to date.
 * `reactions` run when a transaction emits an event.
 *
 * @throws Failure `local`: `data_folder_in_use`, `newer_database`, `data_folder_unusable` or
 * `database_unusable`
 */
export async function openStore(
  options: StoreOptions,
  reactions: readonly Reaction[],
): Promise<Store> {
  const { dialect, ...facts } = await openDatabase(options);
  return createStore(dialect, { ...facts, reactions });
}

/** The same below the store, for what works on whole databases. */
export async function openDatabase(options: StoreOptions): Promise<OpenDatabase> {
  if (options.database !== undefined) {
    const { openPostgresDatabase } = await import('./postgres/open.ts');
    return openPostgresDatabase({ ...options, database: options.database });
  }
  try {
    await makeFolder(options.folder);
    return await openLocked(options, lockFolder(options.folder, options.role));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unusable(options.folder, error);
  }
}

async function openLocked(options: StoreOptions, lock: FolderLock): Promise<OpenDatabase> {
  const { folder, clock = backgroundClock, onWake = () => {} } = options;
  const { busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  let dialect: Dialect | undefined;
  try {
    dialect = openSqlite({ folder, clock, onWake, busyTimeoutMs });
    await migrate(dialect);
    const ids = createIdSource(lock.slot, await newestId(dialect.reading));
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
    detail: `${folder}: ${cause instanceof Error ? cause.message : String(cause)}`,
    advice: 'Check that it is a folder on a local disk which you may write, or give another.',
  };
  return new Failure('local', facts, { cause });
}
