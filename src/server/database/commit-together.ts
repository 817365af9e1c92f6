import { CompiledQuery } from 'kysely';
import type { Connection } from './connection.ts';

type TransactionWork<T> = (transaction: Connection) => Promise<T>;

/** Runs a work in a transaction; `turns` are what it changes, where the engine asks for it. */
export type Transact = <T>(work: TransactionWork<T>, turns?: readonly string[]) => Promise<T>;

interface TogetherOptions {
  /** One transaction of the engine; rejects where it is not committed. */
  readonly transact: Transact;
  /** Whether an error of a work ends the whole transaction, not that work alone. */
  readonly endsAll: (error: unknown) => boolean;
  /** After this long no further write joins. */
  readonly joinMs: number;
}

/** A write that waits for its turn. */
interface Waiting {
  readonly work: TransactionWork<unknown>;
  readonly turns: readonly string[];
  /** Tells the caller, once what it is told is committed. */
  readonly succeed: (value: never) => void;
  readonly fail: (error: unknown) => void;
}

/** Writes of one commit: a few dozen share its cost, more would only let the first of them wait. */
const TOGETHER_MAX = 64;

const BEGIN_ONE = CompiledQuery.raw('savepoint one');
const KEEP_ONE = CompiledQuery.raw('release savepoint one');
const UNDO_ONE = CompiledQuery.raw('rollback to savepoint one');

/**
 * Runs transactions one after the other, and commits those together that wait at the same time: each
 * in a savepoint, so that one that fails leaves nothing and disturbs no other. A caller is told of
 * success or failure once all is committed, since its work may have seen what others before it
 * wrote. One that waits alone is an ordinary transaction.
 */
export function createTogether(options: TogetherOptions): Transact {
  const waiting: Waiting[] = [];
  let running = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      // Requests that are read in the same turn of the event loop join, and others run in between.
      await nextTurn();
      const first = waiting.slice(0, TOGETHER_MAX);
      const alone = first.length === 1;
      const done = await (alone ? commitAlone(first, options) : commit(first, options));
      waiting.splice(0, done);
    }
    running = false;
  }

  return (work, turns = []) =>
    new Promise((succeed, fail) => {
      waiting.push({ work, turns, succeed, fail });
      if (running) return;
      running = true;
      void run();
    });
}

/** Commits as many of these writes as there is time for, at least one; gives how many have ended. */
async function commit(writes: readonly Waiting[], options: TogetherOptions): Promise<number> {
  const endings: (() => void)[] = [];
  const turns = [...new Set(writes.flatMap((one) => one.turns))].sort();
  let begun = 0;
  try {
    await options.transact(async (transaction) => {
      const lastAt = performance.now() + options.joinMs;
      for (const write of writes) {
        if (begun > 0 && performance.now() > lastAt) return;
        begun += 1;
        endings.push(await runOne(transaction, write, options));
      }
    }, turns);
  } catch (error) {
    // Where the transaction could not even begin, none of them would have.
    const ended = begun === 0 ? writes : writes.slice(0, begun);
    for (const { fail } of ended) fail(error);
    return ended.length;
  }
  for (const end of endings) end();
  return begun;
}

async function commitAlone(
  writes: readonly Waiting[],
  { transact }: TogetherOptions,
): Promise<number> {
  for (const { work, turns, succeed, fail } of writes) {
    try {
      succeed((await transact(work, turns)) as never);
    } catch (error) {
      fail(error);
    }
  }
  return writes.length;
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
