import { CompiledQuery } from 'kysely';
import type { Connection } from './connection.ts';

type TransactionWork<T> = (transaction: Connection) => Promise<T>;

interface TogetherOptions {
  /** One transaction of the engine; rejects where it is not committed. */
  readonly transact: (work: TransactionWork<void>) => Promise<void>;
  /** Whether an error of a work ends the whole transaction, not that work alone. */
  readonly endsAll: (error: unknown) => boolean;
}

/** A write that waits for its turn. */
interface Waiting {
  readonly work: TransactionWork<unknown>;
  /** Tells the caller, once what it is told is committed. */
  readonly succeed: (value: never) => void;
  readonly fail: (error: unknown) => void;
}

/** Writes of one commit: a few dozen share its cost, more would only let the first of them wait. */
const TOGETHER_MAX = 64;
/** After this long no further write joins: the process answers others between two commits. */
const TOGETHER_MS = 8;

const BEGIN_ONE = CompiledQuery.raw('savepoint one');
const KEEP_ONE = CompiledQuery.raw('release savepoint one');
const UNDO_ONE = CompiledQuery.raw('rollback to savepoint one');

/**
 * Runs transactions one after the other, and commits those together that wait at the same time: each
 * in a savepoint, so that one that fails leaves nothing and disturbs no other. A caller is told of
 * success or failure once all is committed, since its work may have seen what others before it
 * wrote. One that waits alone is an ordinary transaction.
 */
export function createTogether(
  options: TogetherOptions,
): <T>(work: TransactionWork<T>) => Promise<T> {
  const waiting: Waiting[] = [];
  let running = false;

  async function run(): Promise<void> {
    // Requests that are read in the same turn of the event loop join, and others run in between.
    await nextTurn();
    await commitSome(waiting, options);
    if (waiting.length > 0) return run();
    running = false;
  }

  return (work) =>
    new Promise((succeed, fail) => {
      waiting.push({ work, succeed, fail });
      if (running) return;
      running = true;
      void run();
    });
}

/** Commits the first that wait; takes them from the queue. */
async function commitSome(waiting: Waiting[], options: TogetherOptions): Promise<void> {
  const [first, ...others] = waiting;
  if (first === undefined) return;
  if (others.length === 0) return commitAlone(waiting.splice(0), options);
  const joined: Waiting[] = [];
  const endings: (() => void)[] = [];
  try {
    await options.transact(async (transaction) => {
      const lastAt = performance.now() + TOGETHER_MS;
      while (joined.length < TOGETHER_MAX && performance.now() < lastAt) {
        const next = waiting.shift();
        if (next === undefined) return;
        joined.push(next);
        endings.push(await runOne(transaction, next, options));
      }
    });
  } catch (error) {
    for (const { fail } of joined.length === 0 ? waiting.splice(0) : joined) fail(error);
    return;
  }
  for (const end of endings) end();
}

async function commitAlone(alone: readonly Waiting[], { transact }: TogetherOptions) {
  for (const { work, succeed, fail } of alone) {
    let value: unknown;
    try {
      await transact(async (transaction) => {
        value = await work(transaction);
      });
      succeed(value as never);
    } catch (error) {
      fail(error);
    }
  }
}

/** Runs a work in its savepoint; gives what tells its caller the end of it. */
async function runOne(
  transaction: Connection,
  { work, succeed, fail }: Waiting,
  { endsAll }: TogetherOptions,
): Promise<() => void> {
  await transaction.executeQuery(BEGIN_ONE);
  try {
    const value = await work(transaction);
    await transaction.executeQuery(KEEP_ONE);
    return () => succeed(value as never);
  } catch (error) {
    if (endsAll(error)) throw error;
    await transaction.executeQuery(UNDO_ONE);
    await transaction.executeQuery(KEEP_ONE);
    return () => fail(error);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
