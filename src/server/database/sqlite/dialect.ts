import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, type SelectQueryBuilder, SqliteDialect } from 'kysely';
import type { Clock } from '../../../base/time/clock.ts';
import { backgroundClock } from '../../../base/time/clock.ts';
import { createTogether } from '../commit-together.ts';
import type { Connection } from '../connection.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../schema.ts';
import { statisticsOf } from '../statistics/statistics.ts';
import {
  ImmediateSqliteDialect,
  isSqliteOutage,
  openSqliteFile,
  type SqliteFile,
} from './connection.ts';
import { createJournalKeeper, truncateJournal } from './journal.ts';
import { createJournalSync, JournalNotSynced } from './journal-sync.ts';
import { tellPlanner } from './planner-statistics.ts';
import { isDiskFull, probeFile } from './probe.ts';
import { type ReaderQueries, ReaderUnavailable, startReader } from './reader.ts';
import { searchSqlite, sqliteSearch } from './search.ts';

/** Writes keep the process from all else: it answers others between two commits. */
const JOIN_MS = 8;

interface SqliteOptions {
  readonly folder: string;
  /** The process's clock is the database's: SQLite lives in the process. */
  readonly clock: Clock;
  readonly onWake: (topics: readonly string[]) => void;
  readonly busyTimeoutMs: number;
}

/** SQLite in a folder: one connection that writes, one that reads, and a thread for statistics. */
export function openSqlite(options: SqliteOptions): Dialect {
  const path = join(options.folder, 'fleet.db');
  const writer = openSqliteFile(path, options.busyTimeoutMs);
  // Before the first table, or the file never gives space back.
  writer.exec('pragma auto_vacuum = incremental');
  // Commits are synced by `journal` below, which holds up nobody.
  writer.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma secure_delete = on');
  // Waiting in SQLite would hold up every request.
  writer.exec('pragma busy_timeout = 0');
  const requireSameFile = sameFileCheck(path);
  const reader = openSqliteFile(path, options.busyTimeoutMs, { readOnly: true });
  const writing = new Kysely<Tables>({
    dialect: new ImmediateSqliteDialect(writer, options.busyTimeoutMs),
  });
  const reading = new Kysely<Tables>({ dialect: new SqliteDialect({ database: reader }) });
  const worker = startReader(path);
  const { checkpoint } = worker;
  const committed = createJournalKeeper({ path, clock: options.clock, writer, checkpoint });
  const journal = createJournalSync({
    path: `${path}-wal`,
    writeBack: () => truncateJournal(writing),
  });
  return {
    reading,
    transact: writesOf({ writing, journal, requireSameFile, committed }),
    now: async () => options.clock.now(),
    clock: options.clock,
    claim: <Row>(query: SelectQueryBuilder<Tables, 'commands', Row>) => query,
    statistics: worker,
    search: sqliteSearch((request) => worker.findByText(request)),
    notify: options.onWake,
    isOutage: (error) =>
      isSqliteOutage(error) ||
      error instanceof ReaderUnavailable ||
      error instanceof DatabaseFileReplaced ||
      error instanceof JournalNotSynced,
    clearJournal: () => truncateJournal(writing),
    giveBackSpace: () => giveBackPages(writer, writing),
    countRows: async () => {},
    probe: async () => {
      requireSameFile();
      await probeFile({ path, writer, writing });
      await journal.sync();
    },
    isDiskFull,
    // A folder has one server; its lock is held.
    endOlderProcesses: async (db) => {
      await db.schema.dropTable('process_slots').execute();
    },
    createRequestRates: async () => {},
    underSchemaLock: (work) =>
      writing.transaction().execute(async (db) => {
        await work(db);
        await tellPlanner(db);
      }),
    close: async () => {
      await worker.close();
      await journal.close();
      reader.close();
      writer.close();
    },
  };
}

interface Writes {
  readonly writing: Kysely<Tables>;
  readonly journal: ReturnType<typeof createJournalSync>;
  readonly requireSameFile: () => void;
  readonly committed: () => void;
}

function writesOf({ committed, journal, requireSameFile, writing }: Writes): Dialect['transact'] {
  return createTogether({
    transact: async (work) => {
      requireSameFile();
      await journal.ready();
      const result = await writing.transaction().execute(work);
      committed();
      await journal.sync();
      return result;
    },
    beside: false,
    patienceMs: JOIN_MS,
    besideMax: 1,
    sameTurnMax: 64,
    endsAll: (error) => isSqliteOutage(error) || error instanceof JournalNotSynced,
    joinMs: JOIN_MS,
  });
}

/** Pages of one step, about a megabyte. */
const STEP_PAGES = 256;

/**
 * Cuts free pages off the end of the file where more than a tenth of it is free. A file that an older
 * version made cannot be cut before `fleet admin db vacuum`; its free pages are filled again.
 */
function giveBackPages(writer: SqliteFile, writing: Connection): Promise<void> {
  return writing.connection().execute(async () => {
    const free = pragma(writer, 'freelist_count');
    if (free < STEP_PAGES || free * 10 < pragma(writer, 'page_count')) return;
    writer.exec(`pragma incremental_vacuum(${STEP_PAGES})`);
  });
}

function pragma(file: SqliteFile, name: 'freelist_count' | 'page_count'): number {
  const [row] = file.prepare(`pragma ${name}`).all([]);
  return (row as Readonly<Record<string, number>>)[name] ?? 0;
}

/** What the reader thread does: queries over a connection of its own that cannot write. */
export function openReaderQueries(path: string): ReaderQueries {
  const database = openSqliteFile(path, READER_BUSY_TIMEOUT_MS, { readOnly: true });
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  const { now } = backgroundClock;
  return {
    ...statisticsOf(db),
    findByText: (request) => searchSqlite(db, request, now),
    checkpoint: async () => writeJournalBack(path),
  };
}

/** As far as it goes without waiting for anybody. */
function writeJournalBack(path: string): void {
  const database = openSqliteFile(path, 0);
  try {
    database.exec('pragma wal_checkpoint(passive)');
  } finally {
    database.close();
  }
}

const READER_BUSY_TIMEOUT_MS = 5000;
/** The database file was removed or replaced: what is written to the open file would be lost. */
class DatabaseFileReplaced extends Error {}

/** Gives a check that throws `DatabaseFileReplaced` once there is another file at `path` than now, or none. */
function sameFileCheck(path: string): () => void {
  const { dev, ino } = statSync(path, { bigint: true });
  return () => {
    const now = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (now?.dev !== dev || now.ino !== ino)
      throw new DatabaseFileReplaced(`${path} was removed or replaced`);
  };
}
