import { mkdirSync } from 'node:fs';
import type { Clock } from '../../contract/clock.ts';
import { Failure } from '../../contract/failure.ts';
import { Refusal } from '../refusal.ts';
import type { Connection, Dialect } from './dialect.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { newestId } from './newest-id.ts';
import { createIdSource } from './row-id.ts';
import { openSqlite } from './sqlite.ts';
import type { Store, WriteTransaction } from './store.ts';

export interface StoreOptions {
  /** The data folder; made if it is missing, readable by its owner only. */
  readonly folder: string;
  readonly clock: Clock;
  /** `admin` works beside a running server. */
  readonly role: 'server' | 'admin';
  /** Told the topics that a committed transaction wakes. */
  readonly onWake?: (topics: readonly string[]) => void;
  /** How long a statement waits for the lock of another process; 5 seconds without it. */
  readonly busyTimeoutMs?: number;
}

const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens the store of a data folder and brings its schema up to date.
 *
 * @throws Failure `local`: `data_folder_in_use`, `newer_database` or `data_folder_unusable`
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  try {
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    return await openLocked(options, lockFolder(options.folder, options.role));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unusable(options.folder, error);
  }
}

async function openLocked(options: StoreOptions, lock: FolderLock): Promise<Store> {
  const { folder, clock, onWake = () => {}, busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  let dialect: Dialect | undefined;
  try {
    dialect = openSqlite({ folder, clock, onWake, busyTimeoutMs });
    await migrate(dialect);
    const newest = await newestId(dialect.reading);
    return createStore(dialect, { slot: lock.slot, newest, onClose: lock.release });
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

interface StoreFacts {
  readonly slot: number;
  readonly newest: number;
  readonly onClose: () => void;
}

function createStore(dialect: Dialect, facts: StoreFacts): Store {
  const nextId = createIdSource(facts.slot, facts.newest);
  let closed = false;

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw unavailable();
    try {
      return await work();
    } catch (error) {
      if (closed || dialect.isOutage(error)) throw unavailable(error);
      throw error;
    }
  }

  async function inTransaction<T>(
    db: Connection,
    work: (transaction: WriteTransaction) => Promise<T>,
    topics: Set<string>,
  ): Promise<T> {
    const now = await dialect.now(db);
    const newId = (): number => nextId(now);
    return work({ db, now, newId, wake: (topic) => topics.add(topic), claim: dialect.claim });
  }

  return {
    read: (work) => guarded(() => work(dialect.reading)),
    write: async (work) => {
      const topics = new Set<string>();
      const result = await guarded(() =>
        dialect.writing.transaction().execute((db) => inTransaction(db, work, topics)),
      );
      if (topics.size > 0) dialect.announce([...topics]);
      return result;
    },
    statistics: { jobNumbers: (span) => guarded(() => dialect.statistics.jobNumbers(span)) },
    close: async () => {
      if (closed) return;
      closed = true;
      await dialect.close();
      facts.onClose();
    },
  };
}

/** Seconds after which asking again is worth it: a busy database is free again by then. */
const RETRY_AFTER_SECONDS = 1;

function unavailable(cause?: unknown): Refusal {
  return new Refusal('unavailable', 'The database cannot be reached now.', {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
