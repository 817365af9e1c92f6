import { sql } from 'kysely';
import { createTogether } from '../commit-together.ts';
import type { Connection } from '../connection.ts';
import type { Transact, TransactFree } from '../waiting-write.ts';
import { ConnectionLost } from './guarded-client.ts';
import { isPostgresFull } from './pool.ts';

/** Mixed into the hash of a turn, so that no other use of these locks meets it. */
const LOCK_SEED = 4;
/** A commit that waits for the turns of others does not keep the rest of a process back for long, */
const PATIENCE_MS = 50;
/** on so many connections. */
const BESIDE_MAX = 4;
/** Who shares a turn waits for the statements of those before. */
const SAME_TURN_MAX = 16;
/** What waits in vain for the turns of others shall not wait long. */
const JOIN_MS = 40;

/** When the transaction of a connection began, by the database's clock. */
const begunAt = new WeakMap<Connection, number>();

/**
 * Waits for these turns, which are this transaction's until it ends: whatever another transaction of
 * the same turn has written is seen by every statement that follows. They are asked for in the order
 * of their names, so that no two transactions wait for each other.
 */
export async function lockTurns(db: Connection, turns: readonly string[]): Promise<void> {
  const { rows } = await sql<{ now: number }>`
    with locked as materialized (
      select pg_advisory_xact_lock(hashtextextended(turn, ${sql.lit(LOCK_SEED)}))
      from unnest(${[...turns].sort()}::text[]) as turn
    ) select count(*), ${sql.raw(NOW)} as now from locked`.execute(db);
  begunAt.set(db, rows[0]?.now ?? Number.NaN);
}

/**
 * Takes those of these turns that no other transaction has, and gives the others: it waits for nobody.
 */
export async function lockFreeTurns(
  db: Connection,
  turns: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ held: readonly string[] | null; now: number }>`
    with tried as materialized (
      select turn, pg_try_advisory_xact_lock(hashtextextended(turn, ${sql.lit(LOCK_SEED)})) as taken
      from unnest(${turns}::text[]) as turn
    ) select array_agg(turn) filter (where not taken) as held, ${sql.raw(NOW)} as now
    from tried`.execute(db);
  const [row] = rows;
  begunAt.set(db, row?.now ?? Number.NaN);
  return new Set(row?.held ?? []);
}

const NOW = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Milliseconds of the database's clock when the transaction began, or now. */
export async function databaseNow(db: Connection): Promise<number> {
  const known = begunAt.get(db);
  if (known !== undefined) return known;
  const { rows } = await sql<{ now: number }>`select ${sql.raw(NOW)} as now`.execute(db);
  return rows[0]?.now ?? Number.NaN;
}

/** Commits those writes together that wait at the same time (`commit-together.ts`). */
export function togetherInTurns(transact: Transact, transactFree: TransactFree): Transact {
  return createTogether({
    transact,
    transactFree,
    beside: true,
    patienceMs: PATIENCE_MS,
    besideMax: BESIDE_MAX,
    sameTurnMax: SAME_TURN_MAX,
    endsAll: (error) => error instanceof ConnectionLost,
    joinMs: JOIN_MS,
    meetsMost: isPostgresFull,
  });
}
