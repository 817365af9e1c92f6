import type { SecretContext } from './context.ts';
import { isOver } from './entry-state.ts';
import type { SecretEntry } from './journal-entry.ts';
import { removeEntry } from './remove-entry.ts';
import { orderOf } from './request-order.ts';

type JournalContext = Pick<SecretContext, 'journal'>;
type ReplacedContext = Pick<SecretContext, 'journal' | 'keychain' | 'otherRequest'>;

/**
 * Removes what was asked of the machine under this name before a value that has arrived: the machine has that in
 * the place of all of them, and a later `resume` would put one that is worth nothing over it. What a running
 * process has stays, which is told; marked, it goes nowhere without a yes. So is told of one that was asked for
 * later, or at the same time. What cannot be removed, or read, keeps nobody from the new value.
 */
export async function removeReplaced(newer: SecretEntry, context: ReplacedContext): Promise<void> {
  const others = await othersOf(newer, context);
  // Before a lock is tried: who has it may be about to hand the older value over.
  const older = await markOlder(others, newer, context);
  for (const entry of others) {
    await unlessRefused(() =>
      older.includes(entry) ? removeOlder(entry, newer, context) : tell(entry, newer, context),
    );
  }
}

/** Marks what was asked for before a value that the machine has made, or may have made, and that nobody has. */
export async function markReplaced(newer: SecretEntry, context: JournalContext): Promise<void> {
  await markOlder(await othersOf(newer, context), newer, context);
}

async function othersOf(
  value: SecretEntry,
  { journal }: JournalContext,
): Promise<readonly SecretEntry[]> {
  const listed = await journal.list().catch(() => []);
  return listed.flatMap(({ entry }) =>
    entry !== undefined && isOfSameName(entry, value) ? [entry] : [],
  );
}

async function markOlder(
  others: readonly SecretEntry[],
  newer: SecretEntry,
  { journal }: JournalContext,
): Promise<readonly SecretEntry[]> {
  const older = others.filter((entry) => orderOf(entry, newer) === 'older');
  for (const { id } of older) await unlessRefused(async () => journal.markReplaced(id, newer));
  return older;
}

async function removeOlder(
  entry: SecretEntry,
  newer: SecretEntry,
  context: ReplacedContext,
): Promise<void> {
  const { journal, keychain, otherRequest } = context;
  const { id, state } = entry;
  const locked = await journal.tryLock(id);
  if (locked === 'in_use') {
    // The response to what is on its way will tell that process whether its value is the older one.
    return otherRequest({ id, order: state === 'asking' ? 'unknown' : 'older' });
  }
  if (typeof locked === 'string') return;
  try {
    // Its response may have come since it was read.
    if (orderOf(locked.entry, newer) === 'older') await removeEntry(locked, keychain);
    else await tell(locked.entry, newer, context);
  } finally {
    locked.release();
  }
}

/** One without `force` replaces nothing, and gets no value after another one. */
async function tell(
  other: SecretEntry,
  value: SecretEntry,
  { otherRequest }: ReplacedContext,
): Promise<void> {
  const order = orderOf(other, value);
  const mayCount = other.force || (order === 'unknown' && value.force);
  if (mayCount && !isOver(other.state)) await otherRequest({ id: other.id, order });
}

async function unlessRefused(step: () => Promise<void>): Promise<void> {
  await step().catch(() => undefined);
}

function isOfSameName(entry: SecretEntry, newer: SecretEntry): boolean {
  return (
    entry.id !== newer.id &&
    entry.baseUrl === newer.baseUrl &&
    machineOf(entry) === machineOf(newer) &&
    entry.name === newer.name
  );
}

function machineOf({ machine, machineId }: SecretEntry): string {
  return machineId ?? machine;
}
