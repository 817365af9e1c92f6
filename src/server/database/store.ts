import type { Clock } from '../../base/time/clock.ts';
import type { Connection } from './connection.ts';
import type { Dialect } from './dialect.ts';
import type { IdSource } from './row-id.ts';
import type { ApiKeyRow } from './schema.ts';
import type { DeliverySearch, IndexedText, TextChange } from './search/delivery-search.ts';
import type { Statistics } from './statistics/statistics.ts';
import type { TransactionEvent } from './transaction-event.ts';

/** What the work of a write transaction is given. */
export interface WriteTransaction {
  readonly db: Connection;
  /** Milliseconds of the database's clock when the transaction began. */
  readonly now: number;
  /** A new row id: greater than every id given before. */
  newId(): number;
  /** New ids of moments that are past. */
  readonly lateIds: Pick<IdSource, 'late' | 'idsIn'>;
  /** Wakes the topic's waiters once this transaction is committed. */
  wake(topic: string): void;
  /** Runs the reactions to an event, one after the other (`reactions.ts`). */
  emit<Facts>(event: TransactionEvent<Facts>, facts: Facts): Promise<void>;
  /** As the dialect's: makes chosen commands this transaction's own. */
  readonly claim: Dialect['claim'];
  /** Clears the engine's journal of what this transaction overwrote, once it is committed. */
  clearJournal(): void;
  /** Keeps the search for text up to date with a delivery that is written. */
  indexText(change: TextChange): Promise<void>;
  /** Takes a delivery that is removed out of it. */
  removeText(removed: IndexedText): Promise<void>;
}

/** A key by its id and the hash of its text, with the name under which its requests are counted. */
export interface KeyHash {
  readonly id: number;
  readonly hash: string;
  readonly holder: string;
}

export interface CountedKey {
  /** Undefined where no such key is valid now; nothing is counted then. */
  readonly key: ApiKeyRow | undefined;
  /** As of `RateLimit.take`. */
  readonly waitSeconds: number;
}

export type FailingPart = 'database' | 'disk';

/**
 * The database of the service. `read` and `write` throw `unavailable` while the database cannot be
 * used, so that an outage never looks like a 401 or a 404.
 */
export interface Store {
  /** Point reads and keyset pages over everything committed. */
  read<T>(work: (db: Connection) => Promise<T>): Promise<T>;
  /**
   * One transaction, alone and durable once it resolves. Its work must not call `write` itself, and
   * changes nothing but the database: where it met a transaction of another process it runs again.
   * Where it changes only what belongs to `turns`, and else adds rows that nobody's work looks for,
   * it names them: it waits for those of the same turn, and not for all others. Writes that wait at
   * the same time are committed together, and each is told of its end then.
   */
  write<T>(
    work: (transaction: WriteTransaction) => Promise<T>,
    turns?: readonly string[],
  ): Promise<T>;
  readonly statistics: Statistics;
  /** Finds deliveries by text, newest first, without delaying other requests. */
  readonly findByText: DeliverySearch['find'];
  /** About the time that transactions write. */
  readonly clock: Clock;
  /** Where several processes count requests together: see `access/rate-limit.ts`. */
  readonly countRequest?: (holder: string, nowMs: number) => Promise<number>;
  /**
   * The same of an API key, which is looked up on the way. One that may wait does so a little, for
   * others to share its statements and its commit.
   */
  readonly countKey?: (key: KeyHash, nowMs: number, mayWait: boolean) => Promise<CountedKey>;
  /** As the dialect's: gives the file system some of the space that nothing fills. */
  giveBackSpace(): Promise<void>;
  /** What keeps the database from being written now, seen by a small write; undefined is nothing. */
  failingPart(): Promise<FailingPart | undefined>;
  close(): Promise<void>;
}
