import { commitFree, commitInSavepoints } from './commit-in-savepoints.ts';
import type { Connection } from './connection.ts';
import { type CommitOptions, failAll, turnsOf, type Waiting } from './waiting-write.ts';

/**
 * So long writes are tried each by itself where most will fail, as with a full disk; the rest are told the
 * same. To try each would let the last one wait for seconds.
 */
const EACH_MS = 100;

/** Commits these writes, or as many as there is time for; gives those that have not begun. */
export async function commitSome(
  writes: readonly Waiting[],
  options: CommitOptions,
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
  options: CommitOptions,
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
    if (begun.size === 0) return commitFree(writes, options, error);
    if (options.meetsMost?.(error) === true) {
      return failAll(await commitInSavepoints(writes, { ...options, joinMs: EACH_MS }), error);
    }
    if (begun.size > 1 && !options.endsAll(error)) return commitInSavepoints(writes, options);
    return failAll([...begun.keys()], error, writes);
  }
  for (const [{ succeed }, value] of begun) succeed(value as never);
  return writes.filter((one) => !begun.has(one));
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
