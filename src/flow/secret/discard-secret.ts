import type { Keychain } from '../../profile/keychain/keychain.ts';
import type { Journal } from './journal.ts';
import type { SecretEntry } from './journal-entry.ts';
import { keychainAccount } from './private-key.ts';
import { removeEntry } from './remove-entry.ts';

/**
 * Drops an entry with its private key: whatever value belongs to it can then be had by nobody. Gives
 * the entry as it was, undefined for one that could not be read. Throws `Failure` as `Journal.lock`.
 */
export async function discardSecret(
  journal: Journal,
  id: string,
  keychain: Keychain,
): Promise<SecretEntry | undefined> {
  const locked = await journal.tryLock(id);
  if (locked === 'unreadable') {
    await keychain.remove(keychainAccount(id)).catch(() => undefined);
    await journal.removeUnreadable(id);
    return undefined;
  }
  const owned = typeof locked === 'string' ? await journal.lock(id) : locked;
  const { entry } = owned;
  // A keychain that is gone for good holds no entry back a second time.
  if (entry.state === 'delivered') await owned.change({ keyStore: 'unsettled' });
  await removeEntry(owned, keychain);
  return entry;
}
