import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg';

/** The connection, not the statement, failed: what became of the statement is unknown. */
export class ConnectionLost extends Error {}

interface PoolOptions {
  readonly url: string;
  readonly connectionsMax: number;
  readonly queryTimeoutMs: number;
  /** Settings of every session of the pool, by the names that PostgreSQL gives them. */
  readonly settings?: Readonly<Record<string, string>>;
}

const CONNECTION_TIMEOUT_MS = 2000;
const IDLE_IN_TRANSACTION_MS = 10_000;
/** Of its time, what a statement waits for locks; the database then says so itself. */
const LOCK_SHARE = 0.75;

/** What every connection of a server has: bounded waits, and integers as numbers. */
export function connectionConfig(
  options: Pick<PoolOptions, 'url' | 'queryTimeoutMs' | 'settings'>,
): PoolConfig {
  const { url, queryTimeoutMs, settings = {} } = options;
  return {
    connectionString: url,
    application_name: 'fleet',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    statement_timeout: queryTimeoutMs,
    lock_timeout: queryTimeoutMs * LOCK_SHARE,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    types: { getTypeParser },
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
}

const INT8 = 20;
const NUMERIC = 1700;

/** Row ids, times and sums stay below 2^53, so numbers hold them exactly. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid, format as 'text');
}

/** A pool whose errors tell a lost connection from a refused statement, which the driver does not. */
export function createPool(options: PoolOptions): PostgresPool {
  const pool = new Pool({ ...connectionConfig(options), max: options.connectionsMax });
  // A connection that breaks while it is idle is replaced when one is needed.
  pool.on('error', () => {});
  // One that breaks between two statements fails the next statement; it must not end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return {
    connect: async () => new GuardedClient(await connected(pool)),
    end: () => pool.end(),
    options: {},
  };
}

async function connected(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asLost(error);
  }
}

/** An error of the database server as it is; anything else means that the connection is lost. */
function asLost(error: unknown): unknown {
  if (error instanceof DatabaseError) return error;
  return new ConnectionLost('the connection to the database was lost', { cause: error });
}

class GuardedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  #lost: unknown;
  /** Whether the last statement failed: what state it left is known after the next one only. */
  #failed = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(sql: unknown, parameters: readonly unknown[] = []): never {
    return this.#query(String(sql), parameters) as never;
  }

  /** After a lost connection nothing more is sent, so that a rollback does not wait once more. */
  async #query(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    if (this.#lost !== undefined) throw this.#lost;
    try {
      const result = await this.#client.query(sql, [...parameters]);
      this.#failed = false;
      return result;
    } catch (error) {
      this.#failed = true;
      const known = asLost(error);
      if (known instanceof ConnectionLost) this.#lost = known;
      throw known;
    }
  }

  /** A connection within a transaction is closed: who got it next would be in it as well. */
  release(destroy = false): void {
    const isIdle = !this.#failed && this.#client.getTransactionStatus() === 'I';
    this.#client.release(destroy || !isIdle);
  }
}

/** Classes and codes of https://www.postgresql.org/docs/15/errcodes-appendix.html */
const OUTAGE_CODES = /^(08...|53...|57P0.|57014|58...|55P03|25P0[123]|25006|40001|40P01)$/;
/** Serialization failure, deadlock, unique violation. */
const CONFLICT_CODES: ReadonlySet<string> = new Set(['40001', '40P01', '23505']);

/** Whether an error means that the database cannot answer now. */
export function isPostgresOutage(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  return error instanceof DatabaseError && OUTAGE_CODES.test(error.code ?? '');
}

/** Whether a transaction met another one and did nothing. */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && CONFLICT_CODES.has(error.code ?? '');
}
