import type { PostgresPool } from 'kysely';
import { sql as fragment } from 'kysely';
import { REQUESTS_PER_MINUTE } from '../../../contract/limits.ts';
import type { Connection } from '../connection.ts';
import type { ApiKeyRow } from '../schema.ts';
import type { CountedKey, KeyHash } from '../store.ts';

const WINDOW_MS = 60_000;
/** A request leaves the window at most this much late: 0.8 % of it. */
const BUCKET_MS = 500;
/** Of a holder: the running half second and those of a whole minute before it. */
const BUCKETS = WINDOW_MS / BUCKET_MS + 1;

/** Counts requests of all processes: see `RateLimit`. */
export interface RequestCounter {
  countRequest(holder: string, nowMs: number): Promise<number>;
  countKey(key: KeyHash, nowMs: number): Promise<CountedKey>;
}

/** What of a minute is spent: `counts` only where it is all of it. */
interface Spent {
  readonly newest: number;
  readonly total: number;
  readonly counts: readonly number[] | null;
}

/**
 * Counts requests in one row for each holder, a number for each half second, in one round trip: the
 * row's lock lets requests of one holder in one after the other. A count that is lost with the
 * computer's power is no loss, so its table is not logged.
 */
export function createRequestCounter(pool: PostgresPool): RequestCounter {
  let sweepAt = 0;

  async function run<Row>(sql: string, parameters: readonly unknown[], nowMs: number) {
    const client = await pool.connect();
    try {
      if (nowMs >= sweepAt) {
        sweepAt = nowMs + WINDOW_MS;
        await client.query('delete from request_rates where newest < $1', [
          bucketOf(nowMs) - BUCKETS,
        ]);
      }
      return (await client.query<Row>(sql, parameters)).rows[0];
    } finally {
      client.release();
    }
  }

  return {
    async countRequest(holder, nowMs) {
      const spent = await run<Spent>(COUNT_HOLDER, [holder, bucketOf(nowMs)], nowMs);
      return waitSeconds(spent, nowMs);
    },
    async countKey({ id, hash, holder }, nowMs) {
      const parameters = [holder, bucketOf(nowMs), id, hash, nowMs];
      const found = await run<Spent & ApiKeyRow>(COUNT_KEY, parameters, nowMs);
      return { key: found, waitSeconds: waitSeconds(found, nowMs) };
    },
  };
}

function bucketOf(ms: number): number {
  return Math.floor(ms / BUCKET_MS);
}

/** 0 where the request was counted, else when the oldest one has left the window. */
function waitSeconds(spent: Spent | undefined, nowMs: number): number {
  if (spent === undefined || spent.counts === null) return 0;
  const oldest = spent.newest - BUCKETS + 1 + spent.counts.findIndex((count) => count > 0);
  const freeAt = (oldest + BUCKETS) * BUCKET_MS;
  return Math.max(Math.ceil((freeAt - nowMs) / 1000), 1);
}

/** Counts a request of `$1` in the half second `$2`, for each row that `from` gives: one or none. */
function countStatement(from: string): string {
  return `insert into request_rates as r (holder, newest, counts, total)
    select $1::text, $2::bigint, array_fill(0::smallint, array[${BUCKETS - 1}]) || 1::smallint, 0
    ${from}
    on conflict (holder) do update set (newest, counts, total) = (
      select greatest(r.newest, excluded.newest),
        case when spent.total < ${REQUESTS_PER_MINUTE}
          then kept[1:${BUCKETS - 1}] || (kept[${BUCKETS}] + 1)::smallint else kept end,
        spent.total
      from (select least(greatest(excluded.newest - r.newest, 0), ${BUCKETS})::int as passed) p,
        lateral (
          select r.counts[1 + passed : ${BUCKETS}] || array_fill(0::smallint, array[passed]) as kept
        ) k,
        lateral (select sum(one)::int as total from unnest(kept) one) spent)
    returning newest, total, case when total >= ${REQUESTS_PER_MINUTE} then counts end as counts`;
}

const COUNT_HOLDER = countStatement('');
const COUNT_KEY = `
  with key as (
    select * from api_keys where id = $3 and hash = $4 and revoked_at is null
      and (expires_at is null or expires_at > $5)
  ), counted as (${countStatement('from key')})
  select * from key, counted`;

/** The table of the counts, not logged and with room to write a row again where it lies. */
export async function createRequestRates(db: Connection): Promise<void> {
  await fragment`
    create unlogged table request_rates (
      holder text primary key,
      newest bigint not null,
      counts smallint[] not null,
      total integer not null
    ) with (fillfactor = 50)`.execute(db);
}
