import type { SelectQueryBuilder } from 'kysely';
import type { Clock } from '../../base/time/clock.ts';
import type { Connection } from './connection.ts';
import type { Tables } from './schema.ts';
import type { DeliverySearch } from './search/delivery-search.ts';
import type { Statistics } from './statistics/statistics.ts';

/** All that differs between database engines; each engine's folder makes one, in its `dialect.ts`. */
export interface Dialect {
  /** Sees what is committed; cannot write. */
  readonly reading: Connection;
  /**
   * One transaction, as if it were alone. Where several processes write, `work` may be run a second
   * time from its start, and nothing of the first time remains. `turns` are as of `Store.write`.
   */
  transact<T>(work: (transaction: Connection) => Promise<T>, turns?: readonly string[]): Promise<T>;
  /** Milliseconds since the Unix epoch by the database's clock, asked within a transaction. */
  now(transaction: Connection): Promise<number>;
  /** About the database's time, for what is not written. */
  readonly clock: Clock;
  /** Makes the chosen commands this transaction's own, passing over those of another process. */
  claim<Row>(
    query: SelectQueryBuilder<Tables, 'commands', Row>,
  ): SelectQueryBuilder<Tables, 'commands', Row>;
  /** Long calculations, run where they hold up nothing else. */
  readonly statistics: Statistics;
  /** Text search over deliveries. */
  readonly search: DeliverySearch;
  /** Wakes the waiters of these topics in every process on this database, after the commit. */
  notify(topics: readonly string[]): void;
  /**
   * Clears the engine's journal of what committed transactions overwrote, where it has one that can
   * be cleared. Never waits; false where it has to be tried again.
   */
  clearJournal(): Promise<boolean>;
  /**
   * Gives the file system a little of the space that removed rows left, where the engine does not do
   * so by itself and much of the file is empty: milliseconds of work at a time.
   */
  giveBackSpace(): Promise<void>;
  /** Tells the planner of the many rows that came in at once, where the engine does so only later. */
  countRows(): Promise<void>;
  /** Writes something that is of no other use, durably; rejects as a write would, but sooner. */
  probe(): Promise<void>;
  /** Whether an error of `probe` means that the disk has no room. */
  isDiskFull(error: unknown): boolean;
  /** Whether the error means that the database is unavailable; decided by its code, never by its text. */
  isOutage(error: unknown): boolean;
  /** Waits until no process of a version from before the migration 0007 writes, and lets none begin. */
  endOlderProcesses(transaction: Connection): Promise<void>;
  /** Makes what several processes count requests in; nothing where there is one. */
  createRequestRates(transaction: Connection): Promise<void>;
  /** Runs the migrations, in one transaction, while no other process can run them. */
  underSchemaLock(work: (transaction: Connection) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
