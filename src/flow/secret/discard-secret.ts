import type { Clock } from '../../base/time/clock.ts';
import type { Keychain } from '../../profile/keychain/keychain.ts';
import { isOver } from './entry-state.ts';
import type { Journal } from './journal.ts';
import type { SecretEntry } from './journal-entry.ts';
import { keychainAccount } from './private-key.ts';
import { removeEntry } from './remove-entry.ts';

interface DiscardOptions {
  readonly keychain: Keychain;
  readonly clock: Clock;
  /** Ends the wait for a process that has the entry for a moment. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Drops an entry with its private key: whatever value belongs to it can then be had by nobody. Gives
 * the entry as it was, undefined for one that could not be read. Throws `Failure` as `Journal.lock`.
 */
export async function discardSecret(
  journal: Journal,
  id: string,
  { keychain, ...wait }: DiscardOptions,
): Promise<SecretEntry | undefined> {
  const locked = await journal.lockOrUnreadable(id, wait);
  if (locked === 'unreadable') {
    await keychain.remove(keychainAccount(id)).catch(() => undefined);
    await journal.removeUnreadable(id, wait);
    return undefined;
  }
  const { entry } = locked;
  // A keychain that is gone for good holds no entry back a second time.
  if (isOver(entry.state)) await locked.change({ keyStore: 'unsettled' });
  await removeEntry(locked, keychain);
  return entry;
}
