import { CompiledQuery } from 'kysely';
import { backgroundClock } from '../../base/time/clock.ts';
import type { Connection } from './connection.ts';

type TransactionWork<T> = (transaction: Connection) => Promise<T>;

/** Runs a work in a transaction; `turns` are what it changes, where the engine asks for it. */
export type Transact = <T>(work: TransactionWork<T>, turns?: readonly string[]) => Promise<T>;

interface TogetherOptions {
  /** One transaction of the engine; rejects where it is not committed. */
  readonly transact: Transact;
  /** Whether works that share no turn may run beside each other in a transaction. */
  readonly beside: boolean;
  /** A commit that takes longer than this does not keep others back, */
  readonly patienceMs: number;
  /** while no more than these are under way. */
  readonly besideMax: number;
  /** So many of one turn are committed together, as they run one after the other. */
  readonly sameTurnMax: number;
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
 * Runs transactions one after the other, and commits those together that wait at the same time. Where
 * one of them fails, nothing of all is kept and they run once more, each in a savepoint, so that it
 * leaves nothing and disturbs no other. A caller is told of success or failure once all is
 * committed, since its work may have seen what others before it wrote. One that waits alone is an
 * ordinary transaction.
 */
export function createTogether(options: TogetherOptions): Transact {
  const { besideMax, patienceMs } = options;
  let waiting: Waiting[] = [];
  const busy = new Set<string>();
  let running = 0;
  let slow = 0;

  /** Those that wait and share no turn with a commit under way. */
  function take(): readonly Waiting[] {
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    const inTurn = new Map<string, number>();
    for (const one of waiting) {
      const behind = Math.max(0, ...one.turns.map((turn) => inTurn.get(turn) ?? 0));
      const isFree = behind < options.sameTurnMax && !one.turns.some((turn) => busy.has(turn));
      (isFree && taken.length < TOGETHER_MAX ? taken : left).push(one);
      // One that stays keeps those of its turns behind it.
      for (const turn of one.turns) inTurn.set(turn, isFree ? behind + 1 : Infinity);
    }
    waiting = left;
    return taken;
  }

  /** Begins a commit, unless one is under way that does not take long yet. */
  async function begin(): Promise<void> {
    if (running > slow || running >= besideMax || waiting.length === 0) return;
    running += 1;
    // Requests that are read in the same turn of the event loop join, and others run in between.
    await nextTurn();
    const taken = take();
    const turns = turnsOf(taken);
    for (const turn of turns) busy.add(turn);
    let isSlow = false;
    const cancel = backgroundClock.after(patienceMs, () => {
      isSlow = true;
      slow += 1;
      void begin();
    });
    const left = await commitSome(taken, options);
    cancel();
    for (const turn of turns) busy.delete(turn);
    waiting = [...left, ...waiting];
    running -= 1;
    if (isSlow) slow -= 1;
    // What waits for a turn that is still busy begins when that commit ends.
    if (taken.length > 0 || running === 0) void begin();
  }

  return (work, turns = []) =>
    new Promise((succeed, fail) => {
      waiting.push({ work, turns, succeed, fail });
      void begin();
    });
}

/** Commits these writes, or as many as there is time for; gives those that have not begun. */
async function commitSome(
  writes: readonly Waiting[],
  options: TogetherOptions,
): Promise<readonly Waiting[]> {
  const [first, ...others] = writes;
  if (first === undefined) return [];
  if (others.length > 0) return commitAll(writes, options);
  const { work, turns, succeed, fail } = first;
  try {
    succeed((await options.transact(work, turns)) as never);
  } catch (error) {
    fail(error);
  }
  return [];
}

/** What became of the works of a transaction that is not committed yet. */
type Begun = Map<Waiting, unknown>;

async function commitAll(
  writes: readonly Waiting[],
  options: TogetherOptions,
): Promise<readonly Waiting[]> {
  const begun: Begun = new Map();
  try {
    await options.transact(async (transaction) => {
      begun.clear();
      const lastAt = performance.now() + options.joinMs;
      const mayBegin = (): boolean => begun.size === 0 || performance.now() <= lastAt;
      const run = options.beside ? runBeside : runInOrder;
      await run({ transaction, writes, begun, mayBegin });
    }, turnsOf(writes));
  } catch (error) {
    // Where the transaction could not even begin, none of them would have.
    if (begun.size === 0) return failAll(writes, error);
    if (begun.size > 1 && !options.endsAll(error)) return commitInSavepoints(writes, options);
    return failAll([...begun.keys()], error, writes);
  }
  for (const [{ succeed }, value] of begun) succeed(value as never);
  return writes.filter((one) => !begun.has(one));
}

function failAll(
  failed: readonly Waiting[],
  error: unknown,
  writes: readonly Waiting[] = failed,
): readonly Waiting[] {
  for (const { fail } of failed) fail(error);
  return writes.filter((one) => !failed.includes(one));
}

/** Every turn of these writes, once each. */
function turnsOf(writes: readonly Waiting[]): readonly string[] {
  return [...new Set(writes.flatMap(({ turns }) => turns))].sort();
}

interface Run {
  readonly transaction: Connection;
  readonly writes: readonly Waiting[];
  readonly begun: Begun;
  /** Whether there is time for another one. */
  readonly mayBegin: () => boolean;
}

async function runInOrder({ transaction, writes, begun, mayBegin }: Run): Promise<void> {
  for (const write of writes) {
    if (!mayBegin()) return;
    begun.set(write, undefined);
    begun.set(write, await write.work(transaction));
  }
}

/**
 * Runs works beside each other, those with a turn in common one after the other; ends when all have,
 * and throws the first error.
 */
async function runBeside({ transaction, writes, begun, mayBegin }: Run): Promise<void> {
  const lastOf = new Map<string, Promise<void>>();
  const one = async (write: Waiting, before: readonly Promise<void>[]): Promise<void> => {
    if (before.length > 0) {
      await Promise.all(before);
      if (!mayBegin()) return;
    }
    begun.set(write, undefined);
    begun.set(write, await write.work(transaction));
  };
  const runs = writes.map((write) => {
    const run = one(
      write,
      write.turns.flatMap((turn) => lastOf.get(turn) ?? []),
    );
    for (const turn of write.turns) lastOf.set(turn, run);
    return run;
  });
  for (const end of await Promise.allSettled(runs)) {
    if (end.status === 'rejected') throw end.reason;
  }
}

/** Commits these writes, or as many as there is time for, without those that fail. */
async function commitInSavepoints(
  writes: readonly Waiting[],
  options: TogetherOptions,
): Promise<readonly Waiting[]> {
  const endings: (() => void)[] = [];
  let begun = 0;
  try {
    await options.transact(async (transaction) => {
      const lastAt = performance.now() + options.joinMs;
      for (const write of writes) {
        if (begun > 0 && performance.now() > lastAt) return;
        begun += 1;
        endings.push(await runOne(transaction, write, options));
      }
    }, turnsOf(writes));
  } catch (error) {
    return failAll(begun === 0 ? writes : writes.slice(0, begun), error, writes);
  }
  for (const end of endings) end();
  return writes.slice(begun);
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
