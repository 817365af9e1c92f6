import type { PostgresPool } from 'kysely';
import { sql as fragment } from 'kysely';
import { REQUESTS_PER_MINUTE } from '../../../contract/limits.ts';
import type { Connection } from '../connection.ts';
import type { ApiKeyRow } from '../schema.ts';
import type { CountedKey, KeyHash } from '../store.ts';
import { gather } from './gather.ts';

const WINDOW_MS = 60_000;
/** A request leaves the window at most this much late: 0.8 % of it. */
const BUCKET_MS = 500;
/** Of a holder: the running half second and those of a whole minute before it. */
const BUCKETS = WINDOW_MS / BUCKET_MS + 1;
/** Requests that are counted in one statement at most. */
const TOGETHER_MAX = 64;
/**
 * A statement that takes longer than `patienceMs` does not keep others back. As every request begins
 * with it, those that waited for each other here go on together and share their commit too.
 */
const TOGETHER = { max: TOGETHER_MAX, patienceMs: 50, waitsForMore: true };

/** Counts requests of all processes: see `RateLimit`. */
export interface RequestCounter {
  countRequest(holder: string, nowMs: number): Promise<number>;
  countKey(key: KeyHash, nowMs: number, mayWait: boolean): Promise<CountedKey>;
}

/** A request to be counted, by its credential. */
interface UncountedRequest {
  readonly holder: string;
  /** Of an API key; null of another credential, which is known to be valid. */
  readonly id: number | null;
  readonly hash: string | null;
  readonly nowMs: number;
}

/** What of a minute was spent before: `counts` only where that may be all of it. */
interface Spent {
  readonly holder: string;
  readonly newest: number;
  readonly total: number;
  readonly counts: readonly number[] | null;
}

/**
 * Counts requests in one row for each holder, a number for each half second: the row's lock lets
 * requests of one holder in one after the other. Those that come in while others are counted are
 * counted together after them, in one statement. A count that is lost with the computer's power is
 * no loss, so its table is not logged.
 */
export function createRequestCounter(pool: PostgresPool): RequestCounter {
  let sweepAt = 0;

  async function count(asked: readonly UncountedRequest[]): Promise<readonly CountedKey[]> {
    const nowMs = Math.max(...asked.map((one) => one.nowMs));
    const client = await pool.connect();
    try {
      if (nowMs >= sweepAt) {
        sweepAt = nowMs + WINDOW_MS;
        await client.query('delete from request_rates where newest < $1', [
          bucketOf(nowMs) - BUCKETS,
        ]);
      }
      const groups = [...Map.groupBy(asked, ({ holder, hash }) => `${holder} ${hash}`).values()];
      const column = (member: 'holder' | 'id' | 'hash') => groups.map(([one]) => one?.[member]);
      const wanted = groups.map(({ length }) => length);
      const { rows } = await client.query<Spent & ApiKeyRow>(COUNT, [
        column('holder'),
        column('id'),
        column('hash'),
        wanted,
        bucketOf(nowMs),
        nowMs,
      ]);
      return answersOf(asked, rows);
    } finally {
      client.release();
    }
  }

  const together = gather({ ...TOGETHER, run: count });
  return {
    async countRequest(holder, nowMs) {
      return (await together({ holder, id: null, hash: null, nowMs }, false)).waitSeconds;
    },
    countKey: ({ id, hash, holder }, nowMs, mayWait) =>
      together({ holder, id, hash, nowMs }, mayWait),
  };
}

/** Lets in of each holder's requests as many as there was room for, the first of them. */
function answersOf(
  asked: readonly UncountedRequest[],
  rows: readonly (Spent & ApiKeyRow)[],
): readonly CountedKey[] {
  const rowOf = new Map(rows.map((row) => [`${row.holder} ${row.hash}`, row]));
  const letIn = new Map<string, number>();
  return asked.map(({ holder, hash, nowMs }) => {
    const group = `${holder} ${hash}`;
    const row = rowOf.get(group);
    if (row === undefined) return { key: undefined, waitSeconds: 0 };
    const before = row.total + (letIn.get(group) ?? 0);
    letIn.set(group, (letIn.get(group) ?? 0) + 1);
    const waitSeconds = before < REQUESTS_PER_MINUTE ? 0 : waitOf(row, nowMs);
    return { key: row, waitSeconds };
  });
}

function bucketOf(ms: number): number {
  return Math.floor(ms / BUCKET_MS);
}

/** When the oldest request has left the window. */
function waitOf({ newest, counts }: Spent, nowMs: number): number {
  const oldest = newest - BUCKETS + 1 + (counts ?? []).findIndex((count) => count > 0);
  const freeAt = (oldest + BUCKETS) * BUCKET_MS;
  return Math.max(Math.ceil((freeAt - nowMs) / 1000), 1);
}

/**
 * Counts requests in the half second `$5`: of the holders `$1`, with the id `$2` and the hash `$3` of
 * those that are API keys, `$4` each, in the order of their names, so that no two statements wait
 * for each other. Gives a row for each valid credential.
 */
const COUNT = `
  with asked as (
    select * from unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[])
      as asked (asked_holder, asked_id, asked_hash, wanted)
  ), valid as (
    select * from asked left join api_keys
      on id = asked_id and hash = asked_hash and revoked_at is null
        and (expires_at is null or expires_at > $6)
    where id is not null or asked_id is null
  ), counted as (
    insert into request_rates as r (holder, newest, counts, total)
    select asked_holder, $5::bigint, array_fill(0::smallint, array[${BUCKETS - 1}]) || wanted, 0
    from valid order by asked_holder
    on conflict (holder) do update set (newest, counts, total) = (
      select greatest(r.newest, excluded.newest),
        kept[1:${BUCKETS - 1}] || (kept[${BUCKETS}]
          + least(excluded.counts[${BUCKETS}], greatest(${REQUESTS_PER_MINUTE} - spent.total, 0)))::smallint,
        spent.total
      from (select least(greatest(excluded.newest - r.newest, 0), ${BUCKETS})::int as passed) p,
        lateral (
          select r.counts[1 + passed : ${BUCKETS}] || array_fill(0::smallint, array[passed]) as kept
        ) k,
        lateral (select sum(one)::int as total from unnest(kept) one) spent)
    returning holder, newest, total,
      case when total > ${REQUESTS_PER_MINUTE - TOGETHER_MAX} then counts end as counts
  )
  select * from counted join valid on asked_holder = holder`;

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
