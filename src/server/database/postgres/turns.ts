import { sql } from 'kysely';
import { createTogether, type Transact } from '../commit-together.ts';
import type { Connection } from '../connection.ts';
import { ConnectionLost } from './guarded-client.ts';

/** Mixed into the hash of a turn, so that no other use of these locks meets it. */
const LOCK_SEED = 4;
/** Connections of one process that commit what waits: each has its own of the turns. */
const LANES = 4;

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

const NOW = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Milliseconds of the database's clock when the transaction began, or now. */
export async function databaseNow(db: Connection): Promise<number> {
  const known = begunAt.get(db);
  if (known !== undefined) return known;
  const { rows } = await sql<{ now: number }>`select ${sql.raw(NOW)} as now`.execute(db);
  return rows[0]?.now ?? Number.NaN;
}

/**
 * Commits those writes together that wait at the same time. What has a turn in common goes the same
 * way, so that a process does not wait for itself.
 */
export function createLanes(transact: Transact): Transact {
  const endsAll = (error: unknown): boolean => error instanceof ConnectionLost;
  const lanes = Array.from({ length: LANES }, () =>
    createTogether({ transact, endsAll, joinMs: JOIN_MS }),
  );
  return (work, turns = []) => {
    const lane = lanes[laneOf(turns[0] ?? '')];
    return lane === undefined ? transact(work, turns) : lane(work, turns);
  };
}

function laneOf(turn: string): number {
  let sum = 0;
  for (const character of turn) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % LANES;
}
