import { CompiledQuery } from 'kysely';
import type { Connection } from './connection.ts';
import {
  type CommitOptions,
  failAll,
  type TransactFree,
  turnsOf,
  type Waiting,
} from './waiting-write.ts';

const BEGIN_ONE = CompiledQuery.raw('savepoint one');
const KEEP_ONE = CompiledQuery.raw('release savepoint one');
const UNDO_ONE = CompiledQuery.raw('rollback to savepoint one');

const NONE: ReadonlySet<string> = new Set();

/** Commits these writes, or as many as there is time for, without those that fail; gives the rest. */
export function commitInSavepoints(
  writes: readonly Waiting[],
  options: CommitOptions,
): Promise<readonly Waiting[]> {
  const transact: TransactFree = (work, turns) =>
    options.transact((transaction) => work(transaction, NONE), turns);
  return commitEach(writes, options, { transact });
}

/**
 * Commits those whose turns are free, after all waited together and `inVain` was the end of it, which
 * is told to the others: another process that is stuck shall not fail who does not need its turns.
 */
export async function commitFree(
  writes: readonly Waiting[],
  options: CommitOptions,
  inVain: unknown,
): Promise<readonly Waiting[]> {
  const { endsAll, transactFree: transact } = options;
  // Where the transaction could not even begin, none of them would have.
  if (transact === undefined || endsAll(inVain)) return failAll(writes, inVain);
  return commitEach(writes, options, { transact, inVain });
}

interface Attempt {
  readonly transact: TransactFree;
  /** The error of those whose turns others have. */
  readonly inVain?: unknown;
}

async function commitEach(
  writes: readonly Waiting[],
  options: CommitOptions,
  { inVain, transact }: Attempt,
): Promise<readonly Waiting[]> {
  const endings: (() => void)[] = [];
  let begun = 0;
  try {
    await transact(async (transaction, held) => {
      const lastAt = performance.now() + options.joinMs;
      for (const write of writes) {
        if (begun > 0 && performance.now() > lastAt) return;
        begun += 1;
        const isLate = write.turns.some((turn) => held.has(turn));
        const end = isLate ? () => write.fail(inVain) : await runOne(transaction, write, options);
        endings.push(end);
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
  { endsAll }: CommitOptions,
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
