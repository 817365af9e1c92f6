import type { Connection } from './connection.ts';

type TransactionWork<T> = (transaction: Connection) => Promise<T>;

/** Runs a work in a transaction; `turns` are what it changes, where the engine asks for it. */
export type Transact = <T>(work: TransactionWork<T>, turns?: readonly string[]) => Promise<T>;

/** Runs a work in a transaction that waits for nobody; it is told which of its turns others have now. */
export type TransactFree = <T>(
  work: (transaction: Connection, held: ReadonlySet<string>) => Promise<T>,
  turns: readonly string[],
) => Promise<T>;

export interface CommitOptions {
  /** One transaction of the engine; rejects where it is not committed. */
  readonly transact: Transact;
  /** For those that waited in vain beside somebody whose turn did not come, where the engine has turns. */
  readonly transactFree?: TransactFree;
  /** Whether works that share no turn may run beside each other in a transaction. */
  readonly beside: boolean;
  /** Whether an error of a work ends the whole transaction, not that work alone. */
  readonly endsAll: (error: unknown) => boolean;
  /** After this long no further write joins. */
  readonly joinMs: number;
  /** Whether most of the writes that wait will meet this error as well. */
  readonly meetsMost?: (error: unknown) => boolean;
}

/** A write that waits for its turn. */
export interface Waiting {
  readonly work: TransactionWork<unknown>;
  readonly turns: readonly string[];
  /** Tells the caller, once what it is told is committed. */
  readonly succeed: (value: never) => void;
  readonly fail: (error: unknown) => void;
}

/** Every turn of these writes, once each. */
export function turnsOf(writes: readonly Waiting[]): readonly string[] {
  return [...new Set(writes.flatMap(({ turns }) => turns))].sort();
}

/** Tells these writes of their failure; gives the others of `writes`. */
export function failAll(
  failed: readonly Waiting[],
  error: unknown,
  writes: readonly Waiting[] = failed,
): readonly Waiting[] {
  for (const { fail } of failed) fail(error);
  return writes.filter((one) => !failed.includes(one));
}
