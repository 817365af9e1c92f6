import type { Clock } from '../../base/time/clock.ts';
import type { Keychain } from '../../profile/keychain.ts';
import { isUnclaimed } from './entry-state.ts';
import type { Journal } from './journal.ts';
import type { SecretEntry } from './journal-entry.ts';
import { removeEntry } from './remove-entry.ts';

/**
 * Wipes what expired unclaimed, and gives those entries; ends the wiping of what was delivered, and removes what killed
 * processes left half-written. Entries that a running process holds, and ones that cannot be read,
 * are left alone.
 */
export async function removeExpired(
  journal: Journal,
  { clock, keychain }: { readonly clock: Clock; readonly keychain: Keychain },
): Promise<readonly SecretEntry[]> {
  const expired: SecretEntry[] = [];
  for (const id of await journal.ids()) {
    const locked = await journal.tryLock(id);
    if (typeof locked === 'string') continue;
    const { entry } = locked;
    const isExpired = isUnclaimed(entry.state) && clock.now() >= entry.expiresAtMs;
    if (isExpired) expired.push(entry);
    if (isExpired || entry.state === 'delivered') await removeEntry(locked, keychain);
    else locked.release();
  }
  return expired;
}
