import { type SelectQueryBuilder, sql } from 'kysely';
import type { Clock } from '../../../base/time/clock.ts';
import { backgroundClock } from '../../../base/time/clock.ts';
import type { Connection } from '../connection.ts';
import type { Dialect } from '../dialect.ts';
import { findMachinesWith } from '../machine-finder.ts';
import type { IdSource } from '../row-id.ts';
import type { Tables } from '../schema.ts';
import { statisticsOf } from '../statistics/statistics.ts';
import { createRequestCounter, createRequestRates, type RequestCounter } from './count-requests.ts';
import { machinesTogether } from './find-machines.ts';
import { startNotifications } from './notifications.ts';
import { endOlderProcesses } from './older-processes.ts';
import { createPool, isPostgresFull, isPostgresOutage } from './pool.ts';
import { postgresSearch } from './search.ts';
import { leaseSlot, type SlotLease } from './slot-lease.ts';
import {
  migrationConnection,
  plainConnection,
  serializableConnection,
  transactAlone,
  transactInTurns,
  transactSerializable,
} from './transactions.ts';
import { databaseNow } from './turns.ts';

interface PostgresOptions {
  /** `postgres://…`; what it leaves out comes from the environment, as with every client of PostgreSQL. */
  readonly url: string;
  /** Stands in for the database's clock. */
  readonly clock?: Clock | undefined;
  readonly onWake: (topics: readonly string[]) => void;
  readonly onWakeAll: () => void;
  /** Every transaction waits until no other one writes; the process needs no id slot then. */
  readonly alone?: boolean;
}

/** PostgreSQL, on which several processes work at once. */
interface PostgresStoreDialect extends Dialect, RequestCounter {
  /** Leases an id slot until it is closed, and gives the source of row ids. */
  leaseSlot(newestId: number): Promise<IdSource>;
}

const QUERY_TIMEOUT_MS = 2000;
const SLOW_QUERY_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 1000;
/** The first half of an advisory lock's key says what is locked. */
const SCHEMA_LOCK = 1;

/** A sequential scan would make a serializable transaction conflict with every other one. */
const WRITING = { settings: { enable_seqscan: 'off' }, connectionsMax: 8, pipelined: true };
const READING = { settings: { default_transaction_read_only: 'on' }, connectionsMax: 8 };
/** A count that is lost with the computer's power is no loss. */
const COUNTING = { settings: { synchronous_commit: 'off' }, connectionsMax: 4 };
/**
 * Plans for the values that are asked for: one for any values, which a statement gets that ran five
 * times, reads every id beside the index of words.
 */
const CALCULATING = { settings: { plan_cache_mode: 'force_custom_plan' }, connectionsMax: 2 };

/** The write-ahead log is not a client's to clear, and autovacuum gives space back by itself. */
const OWN_FILES: Pick<Dialect, 'clearJournal' | 'giveBackSpace' | 'isDiskFull'> = {
  isDiskFull: isPostgresFull,
  clearJournal: async () => true,
  giveBackSpace: async () => {},
};

/** Connects when first used; a database that is away shows in the first statement. */
export function openPostgres(options: PostgresOptions): PostgresStoreDialect {
  const { url, clock, alone = false, ...wake } = options;
  const quick = { url, queryTimeoutMs: QUERY_TIMEOUT_MS };
  const slow = { url, queryTimeoutMs: SLOW_QUERY_TIMEOUT_MS };
  const writingPool = createPool({ ...quick, ...WRITING });
  const writing = serializableConnection(writingPool);
  const reading = plainConnection(createPool({ ...quick, ...READING }));
  findMachinesWith(reading, machinesTogether(reading));
  const countingPool = createPool({ ...quick, ...COUNTING });
  const counting = plainConnection(countingPool);
  const calculating = plainConnection(createPool({ ...slow, ...CALCULATING }));
  const probing = plainConnection(createPool({ url, queryTimeoutMs: 1000, connectionsMax: 1 }));
  const inTurns = transactInTurns(writing, writingPool);
  const transact: Dialect['transact'] = (work, turns) => {
    if (alone) return transactAlone(writing, work);
    return turns === undefined ? transactSerializable(writing, work) : inTurns(work, turns);
  };
  let lease: SlotLease | undefined;
  let aheadMs = 0;

  function onTime(database: number, askedAt: number): void {
    aheadMs = database - (askedAt + backgroundClock.now()) / 2;
  }

  async function close(): Promise<void> {
    await Promise.allSettled([wakes.close(), lease?.release()]);
    const connections = [writing, reading, counting, calculating, probing];
    await Promise.all(connections.map((connection) => connection.destroy()));
  }

  const wakes = startNotifications({
    url,
    clock: backgroundClock,
    ...wake,
    notify: async (channel, payload) => {
      await sql`select pg_notify(${channel}, ${payload})`.execute(counting);
    },
  });
  return {
    reading,
    transact,
    now: clock === undefined ? databaseNow : async () => clock.now(),
    clock: clock ?? {
      ...backgroundClock,
      now: () => Math.round(backgroundClock.now() + aheadMs),
    },
    claim: <Row>(query: SelectQueryBuilder<Tables, 'commands', Row>) =>
      query.forUpdate().skipLocked(),
    statistics: statisticsOf(calculating),
    search: postgresSearch(calculating),
    notify: wakes.notify,
    ...OWN_FILES,
    isOutage: isPostgresOutage,
    ...upkeep(probing, calculating),
    endOlderProcesses,
    underSchemaLock: (work) =>
      calculating.transaction().execute(async (db) => {
        await sql`select pg_advisory_xact_lock(${SCHEMA_LOCK}, 0)`.execute(db);
        await work(migrationConnection(db));
      }),
    ...createRequestCounter(countingPool),
    createRequestRates,
    leaseSlot: async (newestId) => {
      const isRealTime = clock === undefined;
      lease = await leaseSlot({ url, clock: backgroundClock, newestId, isRealTime, onTime });
      return lease.ids;
    },
    close: () => within(CLOSE_TIMEOUT_MS, close()),
  };
}

function upkeep(
  probing: Connection,
  calculating: Connection,
): Pick<Dialect, 'probe' | 'countRows'> {
  return {
    probe: () => probeWith(probing),
    // Autovacuum comes to it within minutes, and until then every plan is a guess.
    countRows: async () => void (await sql`analyze`.execute(calculating)),
  };
}

/** On a connection of its own, so that it waits for nobody's query. */
async function probeWith(db: Connection): Promise<void> {
  await sql`
    insert into deployment (name, value) values ('probe', clock_timestamp()::text)
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** Ends after `timeoutMs` also where the database does not respond. */
async function within(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const cancel = backgroundClock.after(timeoutMs, late.resolve);
  await Promise.race([work, late.promise]);
  cancel();
}
