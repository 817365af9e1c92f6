import type { PostgresPool } from 'kysely';
import { DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { asLost, ConnectionLost, GuardedClient } from './guarded-client.ts';
import { createPlaces } from './places.ts';

interface PoolOptions {
  readonly url: string;
  readonly connectionsMax: number;
  readonly queryTimeoutMs: number;
  /** Settings of every session of the pool, by the names that PostgreSQL gives them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Sends the next statement before the last one is answered, where its answer says nothing. */
  readonly pipelined?: boolean;
}

const CONNECTION_TIMEOUT_MS = 2000;
const WAITING = { patienceMs: CONNECTION_TIMEOUT_MS, waitMs: 10_000 };
const IDLE_IN_TRANSACTION_MS = 10_000;
/**
 * A connection that nobody used for so long is closed. A new one takes the time of several requests:
 * it logs in, and plans each statement anew.
 */
const IDLE_MS = 60_000;
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
  const { connectionsMax: max, pipelined: pipeline = false } = options;
  const config = { ...connectionConfig(options), max, pipeline, idleTimeoutMillis: IDLE_MS };
  const pool = new Pool(config);
  // A connection that breaks while it is idle is replaced when one is needed.
  pool.on('error', () => {});
  // One that breaks between two statements fails the next statement; it must not end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const places = createPlaces({ ...WAITING, count: max });
  return {
    connect: async () => {
      const { giveBack } = await places.take();
      const { answered } = places;
      try {
        return new GuardedClient(await connected(pool), {
          pipelined: pipeline,
          answered,
          giveBack,
        });
      } catch (error) {
        giveBack('lost');
        throw error;
      }
    },
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

/** Classes and codes of https://www.postgresql.org/docs/15/errcodes-appendix.html */
const OUTAGE_CODES = /^(08...|53...|57P0.|57014|58...|55P03|25P0[123]|25006|40001|40P01|0A000)$/;
/** Serialization failure, deadlock, unique violation. */
const CONFLICT_CODES: ReadonlySet<string> = new Set(['40001', '40P01', '23505']);

/** Whether an error means that the database cannot answer now. */
export function isPostgresOutage(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  return error instanceof DatabaseError && OUTAGE_CODES.test(error.code ?? '');
}

/** Whether the database server's disk is full. */
export function isPostgresFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53100';
}

/** Whether a transaction met another one and did nothing. */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && CONFLICT_CODES.has(error.code ?? '');
}
