import { join } from 'node:path';
import { Kysely, type SelectQueryBuilder, SqliteDialect } from 'kysely';
import type { Clock } from '../../contract/clock.ts';
import { systemClock } from '../system-clock.ts';
import type { Dialect } from './dialect.ts';
import { FileGone, sameFileCheck } from './same-file.ts';
import type { Tables } from './schema.ts';
import { ImmediateSqliteDialect, isSqliteOutage, openDatabase } from './sqlite-database.ts';
import { searchSqlite, sqliteSearch } from './sqlite-search.ts';
import { type Questions, ReaderGone, startReader } from './start-reader.ts';
import { statisticsOf } from './statistics.ts';

export interface SqliteOptions {
  readonly folder: string;
  /** The process's clock is the database's: SQLite lives in the process. */
  readonly clock: Clock;
  readonly onWake: (topics: readonly string[]) => void;
  readonly busyTimeoutMs: number;
}

/** SQLite in a folder: one connection that writes, one that reads, and a thread for statistics. */
export function openSqlite(options: SqliteOptions): Dialect {
  const path = join(options.folder, 'fleet.db');
  const writer = openDatabase(path, options.busyTimeoutMs);
  writer.exec('pragma journal_mode = wal; pragma synchronous = full');
  const requireSameFile = sameFileCheck(path);
  const reader = openDatabase(path, options.busyTimeoutMs, { readOnly: true });
  const writing = new Kysely<Tables>({ dialect: new ImmediateSqliteDialect(writer) });
  const reading = new Kysely<Tables>({ dialect: new SqliteDialect({ database: reader }) });
  const worker = startReader(path);
  return {
    reading,
    transact: async (work) => {
      requireSameFile();
      return writing.transaction().execute(work);
    },
    now: async () => options.clock.now(),
    clock: options.clock,
    claim: <Row>(query: SelectQueryBuilder<Tables, 'commands', Row>) => query,
    statistics: { jobNumbers: (span) => worker.jobNumbers(span) },
    search: sqliteSearch((request) => worker.findByText(request)),
    announce: options.onWake,
    isOutage: (error) =>
      isSqliteOutage(error) || error instanceof ReaderGone || error instanceof FileGone,
    underSchemaLock: (work) => writing.transaction().execute(work),
    close: async () => {
      await worker.close();
      reader.close();
      writer.close();
    },
  };
}

/** What the reader's thread answers, over a connection of its own that cannot write. */
export function openSqliteQuestions(path: string): Questions {
  const database = openDatabase(path, READER_BUSY_TIMEOUT_MS, { readOnly: true });
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  const { now } = systemClock;
  return { ...statisticsOf(db), findByText: (request) => searchSqlite(db, request, now) };
}

const READER_BUSY_TIMEOUT_MS = 5000;
