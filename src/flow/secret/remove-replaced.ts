import type { SecretContext } from './context.ts';
import type { SecretEntry } from './journal-entry.ts';
import { removeEntry } from './remove-entry.ts';

/**
 * Removes what was asked of the machine under this name before a value that has arrived: the machine has that in
 * the place of all of them, and a later `resume` would put one that is worth nothing over it. What a running
 * process has stays, which is told.
 */
export async function removeReplaced(
  newer: SecretEntry,
  { journal, keychain, olderRuns }: Pick<SecretContext, 'journal' | 'keychain' | 'olderRuns'>,
): Promise<void> {
  for (const { entry, id } of await journal.list()) {
    if (entry === undefined || !isReplaced(entry, newer)) continue;
    const locked = await journal.tryLock(id);
    if (locked === 'in_use') await olderRuns(id);
    else if (typeof locked !== 'string') await removeEntry(locked, keychain);
  }
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
