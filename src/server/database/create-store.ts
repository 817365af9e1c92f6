import { Refusal } from '../refusal.ts';
import type { Connection } from './connection.ts';
import type { Dialect } from './dialect.ts';
import { type Reaction, react } from './reaction.ts';
import type { IdSource } from './row-id.ts';
import type { Store, WriteTransaction } from './store.ts';

interface StoreFacts {
  /** Gives row ids; throws what the dialect calls an outage while it must give none. */
  readonly ids: IdSource;
  readonly countRequest?: Store['countRequest'];
  readonly countKey?: Store['countKey'];
  /** What runs when an event is emitted. */
  readonly reactions: readonly Reaction[];
  /** Gives up what this process holds, once the database is closed. */
  readonly release: () => void;
}

/** The store over an open dialect whose schema is up to date. */
export function createStore(dialect: Dialect, facts: StoreFacts): Store {
  const { countRequest, countKey } = facts;
  let closed = false;
  let journalHolds = false;

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw unavailable();
    try {
      return await work();
    } catch (error) {
      if (closed || dialect.isOutage(error)) {
        throw unavailable(error, dialect.isDiskFull(error) ? DISK_FULL : undefined);
      }
      throw error;
    }
  }

  /** What could not be cleared at once is cleared after a later transaction. */
  async function clearJournal(): Promise<void> {
    journalHolds = true;
    journalHolds = !(await dialect.clearJournal().catch(() => false));
  }

  return {
    read: (work) => guarded(() => work(dialect.reading)),
    write: async (work, turns) => {
      const after: AfterCommit = { topics: new Set(), clearsJournal: false };
      const result = await guarded(() =>
        dialect.transact(
          async (db) => work(await writeTransaction(dialect, facts, { db, after })),
          turns,
        ),
      );
      if (after.topics.size > 0) dialect.notify([...after.topics]);
      if (after.clearsJournal || journalHolds) await clearJournal();
      return result;
    },
    statistics: {
      jobStatistics: (span) => guarded(() => dialect.statistics.jobStatistics(span)),
      fleetStatistics: (span) => guarded(() => dialect.statistics.fleetStatistics(span)),
    },
    findByText: (request) => guarded(() => dialect.search.find(request)),
    clock: dialect.clock,
    ...(countRequest && {
      countRequest: (holder, now) => guarded(() => countRequest(holder, now)),
    }),
    ...(countKey && {
      countKey: (key, now, mayWait) => guarded(() => countKey(key, now, mayWait)),
    }),
    giveBackSpace: () => guarded(() => dialect.giveBackSpace()),
    failingPart: async () => {
      if (closed) return 'database';
      try {
        await dialect.probe();
        return undefined;
      } catch (error) {
        if (dialect.isDiskFull(error)) return 'disk';
        if (closed || dialect.isOutage(error)) return 'database';
        throw error;
      }
    },
    close: async () => {
      if (closed) return;
      closed = true;
      await dialect.close();
      facts.release();
    },
  };
}

/** Begins the work of a transaction, which may be a second run of it: `after` is emptied. */
async function writeTransaction(
  dialect: Dialect,
  { ids, reactions }: StoreFacts,
  { db, after }: { readonly db: Connection; readonly after: AfterCommit },
): Promise<WriteTransaction> {
  after.topics.clear();
  after.clearsJournal = false;
  const now = await dialect.now(db);
  const transaction: WriteTransaction = {
    db,
    now,
    newId: () => ids.next(now),
    lateIds: ids,
    wake: (topic) => after.topics.add(topic),
    emit: (event, facts) => react(reactions, { transaction, event, facts }),
    clearJournal: () => {
      after.clearsJournal = true;
    },
    claim: dialect.claim,
    indexText: (change) => dialect.search.update(db, change),
    removeText: (removed) => dialect.search.remove(db, removed),
  };
  return transaction;
}

/** What a transaction wants done once it is committed. */
interface AfterCommit {
  readonly topics: Set<string>;
  clearsJournal: boolean;
}

/** Seconds for `Retry-After`: a busy database is usually free again by then. */
const RETRY_AFTER_SECONDS = 1;

/** In the words of the health check. */
const DISK_FULL = 'The disk of the database is full.';

function unavailable(cause?: unknown, detail = 'The database cannot be reached now.'): Refusal {
  return new Refusal('unavailable', detail, {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
