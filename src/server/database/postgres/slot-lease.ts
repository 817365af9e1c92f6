import { sql } from 'kysely';
import { Client } from 'pg';
import type { Clock } from '../../../base/time/clock.ts';
import { Failure } from '../../../contract/failure.ts';
import type { Connection } from '../connection.ts';
import { createIdSource, firstIdAt, type IdSource, SLOTS, slotRange } from '../row-id.ts';
import { ConnectionLost } from './guarded-client.ts';
import { connectionConfig } from './pool.ts';

interface LeaseOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly newestId: number;
  /** Whether rows have the database's time, not that of a clock which stands in for it. */
  readonly isRealTime: boolean;
  /** Called with the database's time, and ours before it was asked, at each look. */
  readonly onTime: (database: number, askedAt: number) => void;
}

/** The id slot of this process, held by a connection of its own. */
export interface SlotLease {
  /** Throws `ConnectionLost` while it is not certain that the slot is held. */
  readonly ids: IdSource;
  release(): Promise<void>;
}

interface HeldSlot {
  readonly slot: number;
  readonly client: Client;
}

/** First half of the advisory lock's key; the second is the slot. */
const LOCK_SPACE = 3;
const QUERY_TIMEOUT_MS = 2000;
const LOOK_MS = 5000;
const RETRY_MS = 500;
/**
 * The database takes a silent connection for dead no sooner than 30 seconds after its last packet;
 * we stop using the slot earlier, after 20.
 */
const KEEPALIVE = {
  tcp_keepalives_idle: '15',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};
const CERTAIN_MS = 20_000;

const NOW = `floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`;

/**
 * Takes one of the 64 slots and holds it by an advisory lock, which the database drops with the
 * connection: the slot of a process that was killed is free at once. A process whose connection is
 * gone, or that was paused, gives no ids until it is certain of a slot again.
 * Throws `Failure` local, `too_many_processes`, where every slot is held.
 */
export async function leaseSlot(options: LeaseOptions): Promise<SlotLease> {
  const { url, clock, onTime } = options;
  let newest = options.newestId;
  let held: HeldSlot | undefined;
  let source = createIdSource(slotRange(0), newest);
  let certainUntil = 0;
  let released = false;
  let cancel = (): void => {};

  async function take(): Promise<void> {
    const sentAt = performance.now();
    const { now, ...taken } = await takeSlot(url, drop);
    // What the slot's last holder gave is older than this moment.
    if (options.isRealTime) newest = Math.max(newest, firstIdAt(now + 1) - 1);
    source = createIdSource(slotRange(taken.slot), newest);
    held = taken;
    certainUntil = sentAt + CERTAIN_MS;
  }

  function drop(client: Client): void {
    if (held?.client !== client) return;
    held = undefined;
    certainUntil = 0;
    void end(client);
    cancel();
    if (!released) cancel = clock.after(RETRY_MS, keep);
  }

  async function look({ client }: HeldSlot): Promise<void> {
    const [sentAt, askedAt] = [performance.now(), clock.now()];
    onTime(await databaseTime(client), askedAt);
    if (held?.client === client) certainUntil = sentAt + CERTAIN_MS;
  }

  async function keep(): Promise<void> {
    const before = held;
    try {
      await (before === undefined ? take() : look(before));
    } catch {
      if (before !== undefined) return drop(before.client);
    }
    if (released) return void (held && end(held.client));
    cancel = clock.after(held === undefined ? RETRY_MS : LOOK_MS, keep);
  }

  function certain(): IdSource {
    if (performance.now() < certainUntil) return source;
    throw new ConnectionLost('the slot of this process is not certain');
  }

  await take();
  await keep();
  return {
    ids: {
      next(nowMs) {
        newest = certain().next(nowMs);
        return newest;
      },
      late: (ms, stored) => certain().late(ms, stored),
      idsIn: (ms) => certain().idsIn(ms),
    },
    async release() {
      released = true;
      certainUntil = 0;
      cancel();
      if (held !== undefined) await end(held.client);
    },
  };
}

/** How many servers hold a slot of this database now. */
export async function countServers(db: Connection): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*) as held from pg_locks
    where locktype = 'advisory' and classid = ${LOCK_SPACE} and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.held ?? 0;
}

async function databaseTime(client: Client): Promise<number> {
  const { rows } = await client.query(`select ${NOW}`);
  return rows[0].now;
}

/** Connects and locks the first slot that is free; `onLost` is called when the connection is gone. */
async function takeSlot(
  url: string,
  onLost: (client: Client) => void,
): Promise<HeldSlot & { readonly now: number }> {
  const settings = { ...KEEPALIVE, idle_session_timeout: '0' };
  const client = new Client(connectionConfig({ url, queryTimeoutMs: QUERY_TIMEOUT_MS, settings }));
  client.on('error', () => onLost(client)).on('end', () => onLost(client));
  try {
    await client.connect();
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const { rows } = await client.query(
        `select pg_try_advisory_lock(${LOCK_SPACE}, ${slot}) as ours, ${NOW}`,
      );
      if (rows[0].ours) return { slot, client, now: rows[0].now };
    }
    throw tooManyProcesses();
  } catch (error) {
    await end(client);
    throw error;
  }
}

function tooManyProcesses(): Failure {
  return new Failure('local', {
    code: 'too_many_processes',
    title: 'Too many processes work on the database',
    detail: `${SLOTS} servers work on it already.`,
    advice: 'Stop one of them.',
  });
}

async function end(client: Client): Promise<void> {
  // A connection that cannot say goodbye is gone all the same.
  await client.end().catch(() => {});
}
