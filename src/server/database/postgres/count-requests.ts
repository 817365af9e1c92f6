import type { PostgresPool } from 'kysely';
import { escapeLiteral } from 'pg';
import { REQUESTS_PER_MINUTE } from '../../../contract/limits.ts';

const WINDOW_MS = 60_000;
/** A request leaves the window at most this much late: 0.8 % of it. */
const BUCKET_MS = 500;
const BUCKETS = WINDOW_MS / BUCKET_MS;
/** First half of an advisory lock's key; the second is the holder's hash. */
const LOCK_SPACE = 2;

/** Counts requests of all processes: see `RateLimit`. */
export type RequestCounter = (holder: string, nowMs: number) => Promise<number>;

/**
 * Counts requests in rows of half a second for each holder. One round trip; requests of one holder
 * are counted one after the other, so that many at once do not slip in together.
 */
export function createRequestCounter(pool: PostgresPool): RequestCounter {
  let sweepAt = 0;
  return async (holder, nowMs) => {
    const bucket = Math.floor(nowMs / BUCKET_MS);
    const isSweep = nowMs >= sweepAt;
    if (isSweep) sweepAt = nowMs + WINDOW_MS;
    const { total, oldest } = await count(pool, { holder, bucket, isSweep });
    if (total < REQUESTS_PER_MINUTE) return 0;
    const freeAt = (oldest + 1) * BUCKET_MS + WINDOW_MS;
    return Math.max(Math.ceil((freeAt - nowMs) / 1000), 1);
  };
}

interface Spent {
  /** Requests in the window before this one. */
  readonly total: number;
  readonly oldest: number;
}

interface Counted {
  readonly holder: string;
  readonly bucket: number;
  /** Whether the rows of past windows, of every holder, are removed on the way. */
  readonly isSweep: boolean;
}

async function count(pool: PostgresPool, counted: Counted): Promise<Spent> {
  const client = await pool.connect();
  try {
    const [, spent] = (await client.query(statements(counted), [])) as unknown as readonly {
      readonly rows: readonly Spent[];
    }[];
    return spent?.rows[0] ?? { total: 0, oldest: 0 };
  } finally {
    client.release();
  }
}

/**
 * Several statements in one message, which are one transaction; each sees what was committed before
 * it began, so the second one sees every request whose turn with the lock is over.
 */
function statements({ holder, bucket, isSweep }: Counted): string {
  const name = escapeLiteral(holder);
  const window = bucket - BUCKETS;
  return `
    select pg_advisory_xact_lock(${LOCK_SPACE}, hashtext(${name}));
    with spent as (
      select coalesce(sum(requests), 0) as total, coalesce(min(bucket), 0) as oldest
      from request_counts where holder = ${name} and bucket >= ${window}
    ), counted as (
      insert into request_counts (holder, bucket, requests)
      select ${name}, ${bucket}, 1 from spent where total < ${REQUESTS_PER_MINUTE}
      on conflict (holder, bucket) do update set requests = request_counts.requests + 1
    )
    select total, oldest from spent;
    ${isSweep ? `delete from request_counts where bucket < ${window}` : ''}`;
}
