import { rm } from 'node:fs/promises';
import type { Keychain } from '../../profile/keychain/keychain.ts';
import { isOver, isUnclaimed } from './entry-state.ts';
import type { SecretEntry } from './journal-entry.ts';
import type { LockedEntry } from './locked-entry.ts';
import { removePrivateKey } from './private-key.ts';
import { stagedPathOf } from './sink/staged-file.ts';

/**
 * Removes an entry with its private key and its staged file. Where the keychain cannot be reached,
 * the entry stays without its secrets, and the next call tries again.
 */
export async function removeEntry(locked: LockedEntry, keychain: Keychain): Promise<void> {
  await removeStagedFile(locked.entry);
  if (await removePrivateKey(locked, keychain)) return locked.wipe();
  await locked.retire();
  locked.release();
}

/**
 * Removes what an entry may have staged beside its file. Where nothing can be there the folder is not looked at: on
 * a disk that does not answer that never ends. What was cut off in the check of its sink has no value there, so that
 * a folder which is out of reach keeps nothing back. Throws the error of the system.
 */
export async function removeStagedFile(entry: SecretEntry): Promise<void> {
  const { id, state, target } = entry;
  if (!('path' in target) || !mayBeStaged(entry)) return;
  await rm(stagedPathOf(target.path, id), { force: true }).catch((error: unknown) => {
    if (!isUnclaimed(state)) throw error;
  });
}

/** The check of the sink, before the key is kept, makes a file beside it, and then nothing does until there is a value. */
function mayBeStaged({ keyStore, state }: SecretEntry): boolean {
  return isUnclaimed(state) ? keyStore === 'unsettled' : !isOver(state);
}
