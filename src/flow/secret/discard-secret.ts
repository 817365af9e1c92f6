import type { Keychain } from '../../profile/keychain.ts';
import type { Journal } from './journal.ts';
import type { SecretEntry } from './journal-entry.ts';
import { keychainAccount } from './private-key.ts';
import { removeEntry } from './remove-entry.ts';

/**
 * Drops an entry with its private key: whatever value belongs to it can then be had by nobody. Gives
 * the entry as it was, undefined for one that could not be read. Throws `Failure` as `Journal.hold`.
 */
export async function discardSecret(
  journal: Journal,
  id: string,
  vault: Keychain,
): Promise<SecretEntry | undefined> {
  const held = await journal.holdIfFree(id);
  if (held === 'unreadable') {
    await vault.remove(keychainAccount(id)).catch(() => undefined);
    await journal.removeUnreadable(id);
    return undefined;
  }
  const owned = typeof held === 'string' ? await journal.hold(id) : held;
  const { entry } = owned;
  // A keychain that is gone for good holds no entry back a second time.
  if (entry.state === 'delivered') await owned.change({ keyStore: 'unsettled' });
  await removeEntry(owned, vault);
  return entry;
}
