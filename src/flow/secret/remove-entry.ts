import { rm } from 'node:fs/promises';
import type { Keychain } from '../../profile/keychain/keychain.ts';
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
 * Removes what an entry may have staged beside its file, which is this user's alone. Where that is out of reach, as
 * on a disk that is away, it keeps nobody from the rest.
 */
export async function removeStagedFile({ id, target }: SecretEntry): Promise<void> {
  if (target.kind !== 'file' && target.kind !== 'dotenv') return;
  await rm(stagedPathOf(target.path, id), { force: true }).catch(() => undefined);
}
