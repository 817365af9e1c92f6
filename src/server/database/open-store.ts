import { createStore } from './create-store.ts';
import type { OpenDatabase, StoreOptions } from './open-options.ts';
import type { Reaction } from './reaction.ts';
import { openSqliteDatabase } from './sqlite/open.ts';
import type { Store } from './store.ts';

/**
 * Opens the store of a data folder, or of a PostgreSQL database, and brings its schema up to date.
 * `reactions` run when a transaction emits an event. Throws `Failure` local: `data_folder_in_use`,
 * `newer_database`, `data_folder_unusable` or `database_unusable`.
 */
export async function openStore(
  options: StoreOptions,
  reactions: readonly Reaction[],
): Promise<Store> {
  const { dialect, ...facts } = await openDatabase(options);
  return createStore(dialect, { ...facts, reactions });
}

/** Opens the database without the store over it, for work on whole tables. Throws as `openStore`. */
export async function openDatabase(options: StoreOptions): Promise<OpenDatabase> {
  const { database } = options;
  if (database === undefined) return openSqliteDatabase(options);
  // The driver of PostgreSQL is loaded only where it is used.
  const { openPostgresDatabase } = await import('./postgres/open.ts');
  return openPostgresDatabase({ ...options, database });
}
