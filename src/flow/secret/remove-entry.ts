import { rm } from 'node:fs/promises';
import type { Keychain } from '../../profile/keychain/keychain.ts';
import { isUnclaimed } from './entry-state.ts';
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
 * Removes what an entry may have staged beside its file. Before its value has come there is none, so that a folder
 * which is out of reach, as on a disk that is away, keeps nothing back. Throws the error of the system.
 */
export async function removeStagedFile({ id, state, target }: SecretEntry): Promise<void> {
  if (target.kind !== 'file' && target.kind !== 'dotenv') return;
  await rm(stagedPathOf(target.path, id), { force: true }).catch((error: unknown) => {
    if (!isUnclaimed(state)) throw error;
  });
}
