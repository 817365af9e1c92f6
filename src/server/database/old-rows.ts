import type { Connection } from './connection.ts';
import type { WriteTransaction } from './store.ts';

/** The oldest rows of an organisation that ended before a moment, at most so many. */
export interface OldRows {
  readonly organisation: number;
  /** Milliseconds. */
  readonly before: number;
  readonly limit: number;
}

/** One table whose rows leave a time after their end. */
export interface EndingTable {
  /** Whether it has such a row: one step in an index. */
  hasOld(db: Connection, old: Omit<OldRows, 'limit'>): Promise<boolean>;
  /** Removes them with all that belongs to them and gives how many there were. */
  removeOld(transaction: WriteTransaction, old: OldRows): Promise<number>;
}
