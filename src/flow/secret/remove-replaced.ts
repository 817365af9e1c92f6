import type { SecretContext } from './context.ts';
import type { SecretEntry } from './journal-entry.ts';
import { removeEntry } from './remove-entry.ts';

/**
 * Removes what was asked of the machine under this name before a value that has arrived: the machine has that in
 * the place of all of them, and a later `resume` would put one that is worth nothing over it. What a running
 * process has stays, which is told; marked, it goes nowhere without a yes. What cannot be removed, or read, keeps
 * nobody from the new value.
 */
export async function removeReplaced(
  newer: SecretEntry,
  { journal, keychain, olderRuns }: Pick<SecretContext, 'journal' | 'keychain' | 'olderRuns'>,
): Promise<void> {
  const listed = await journal.list().catch(() => []);
  const older = listed.filter(({ entry }) => entry !== undefined && isReplaced(entry, newer));
  // Before a lock is tried: who has it may be about to hand the older value over.
  for (const { id } of older) await unlessRefused(async () => journal.markReplaced(id, newer));
  for (const { id } of older) {
    await unlessRefused(async () => {
      const locked = await journal.tryLock(id);
      if (locked === 'in_use') await olderRuns(id);
      else if (typeof locked !== 'string')
        await removeEntry(locked, keychain).finally(() => locked.release());
    });
  }
}

async function unlessRefused(step: () => Promise<void>): Promise<void> {
  await step().catch(() => undefined);
}

function isReplaced(entry: SecretEntry, newer: SecretEntry): boolean {
  const isSame =
    entry.baseUrl === newer.baseUrl &&
    machineOf(entry) === machineOf(newer) &&
    entry.name === newer.name;
  return isSame && entry.askedAtMs < newer.askedAtMs;
}

function machineOf({ machine, machineId }: SecretEntry): string {
  return machineId ?? machine;
}
