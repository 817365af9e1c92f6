import type { Clock } from '../../base/time/clock.ts';
import type { Dialect } from './dialect.ts';
import type { IdSource } from './row-id.ts';
import type { Store } from './store.ts';

export interface StoreOptions {
  /** The data folder; made if it is missing, readable by its owner only. */
  readonly folder: string;
  /** `postgres://…`, in place of the folder's own database. */
  readonly database?: string | undefined;
  /** Stands in for the database's clock. */
  readonly clock?: Clock | undefined;
  /** Makes nothing: rejects with `Failure` not_found, `no_database`, where no server has started yet. */
  readonly mustExist?: boolean;
  /** `admin` works beside a running server. */
  readonly role: 'server' | 'admin';
  /** Called with the topics that a committed transaction wakes, in whichever process. */
  readonly onWake?: (topics: readonly string[]) => void;
  /** Called when wakes of other processes may have been missed. */
  readonly onWakeAll?: () => void;
  /** How long SQLite waits for the lock of another process. */
  readonly busyTimeoutMs?: number;
}

/** A dialect whose schema is up to date, with what this process holds in the database. */
export interface OpenDatabase {
  readonly dialect: Dialect;
  readonly ids: IdSource;
  readonly countRequest?: Store['countRequest'];
  readonly countKey?: Store['countKey'];
  /** Gives up what this process holds, once the database is closed. */
  readonly release: () => void;
}
