import { backup, DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { systemClock } from '../../../base/time/clock.ts';
import { pause } from '../../../base/time/pause.ts';

/** The part of SQLite that the rest of the store touches; `node:sqlite` is named in this file only. */
export interface SqliteFile extends SqliteDatabase {
  exec(sql: string): void;
  readonly inTransaction: boolean;
}

/**
 * Opens the database at `path`, creating it if it is missing and not only to be read. A statement
 * waits `busyTimeoutMs` for the lock of another process.
 */
export function openSqliteFile(
  path: string,
  busyTimeoutMs: number,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): SqliteFile {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, readOnly });
  const prepared = new Map<string, Statement>();
  return {
    close: () => {
      if (database.isOpen) database.close();
    },
    exec: (sql) => database.exec(sql),
    get inTransaction() {
      return database.isOpen && database.isTransaction;
    },
    prepare: (sql) => {
      const statement = prepared.get(sql) ?? prepare(database, sql);
      prepared.delete(sql);
      prepared.set(sql, statement);
      const [oldest] = prepared.keys();
      if (prepared.size > PREPARED_MAX && oldest !== undefined) prepared.delete(oldest);
      return statement;
    },
  };
}

/** Statements kept for the next time they are asked for: preparing one costs as much as running it. */
const PREPARED_MAX = 200;

type Statement = ReturnType<SqliteDatabase['prepare']>;

function prepare(database: DatabaseSync, sql: string): Statement {
  const statement = database.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...(values as SQLInputValue[])),
    run: (values) => statement.run(...(values as SQLInputValue[])),
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  };
}

/**
 * Copies a database that others may be writing into a new file, as it stands at one moment, and
 * checks the copy. It reads beside its writers and holds up none of them. Rejects for a copy that is damaged, or
 * that no server has made tables in.
 */
export async function backUpDatabase(path: string, target: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    // All pages in one step: in several, each write of others would begin it anew.
    await backup(source, target, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(target);
  try {
    const [result] = copy.prepare('pragma integrity_check').all();
    if (result?.['integrity_check'] !== 'ok') throw new Error(JSON.stringify(result));
    const tables = copy.prepare("select 1 from sqlite_master where name = 'organisations'").all();
    if (tables.length === 0) throw new Error('no server has started on the database yet');
  } finally {
    copy.close();
  }
}

const ALL_PAGES = 2 ** 31 - 1;

/** Rewrites a database that nobody else writes into as few pages as it needs, ready to be cut later. */
export function rewriteDatabase(path: string): void {
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    database.exec('pragma auto_vacuum = incremental; vacuum; pragma wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
}

/**
 * kysely's SQLite dialect whose transactions take the write lock when they begin. They wait up to
 * `lockTimeoutMs` for another process that has it, and the event loop goes on meanwhile. The
 * wait keeps the process alive, since somebody waits for its write.
 */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: SqliteFile;
  readonly #lockTimeoutMs: number;

  constructor(database: SqliteFile, lockTimeoutMs: number) {
    super({ database });
    this.#database = database;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#database, this.#lockTimeoutMs);
  }
}

const LOCK_RETRY_MS = 5;

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: SqliteFile;
  readonly #lockTimeoutMs: number;

  constructor(database: SqliteFile, lockTimeoutMs: number) {
    super({ database });
    this.#database = database;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const giveUpAt = performance.now() + this.#lockTimeoutMs;
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (!isSqliteBusy(error) || performance.now() > giveUpAt) throw error;
      }
      await pause(systemClock, LOCK_RETRY_MS);
    }
  }

  /** SQLite rolls back by itself on a full disk or a failed write; a second time is an error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Primary result codes that mean the file cannot be used now: https://sqlite.org/rescode.html */
const OUTAGE_CODES: ReadonlySet<number> = new Set([
  5, // SQLITE_BUSY
  6, // SQLITE_LOCKED
  8, // SQLITE_READONLY
  10, // SQLITE_IOERR
  11, // SQLITE_CORRUPT
  13, // SQLITE_FULL
  14, // SQLITE_CANTOPEN
  15, // SQLITE_PROTOCOL
  26, // SQLITE_NOTADB
]);

/** Whether an error of this file's databases means that the database is away. */
export function isSqliteOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === 'ERR_INVALID_STATE') return true;
  return (
    code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' && OUTAGE_CODES.has(errcode & 0xff)
  );
}

/** SQLite's extended result code of an error; undefined for any other error. */
export function sqliteErrorCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}

/** Whether an error says that another process has the database. */
export function isSqliteBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
