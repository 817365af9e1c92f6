import { LockFileError } from '../../base/disk/lock-file-error.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { Keychain } from '../../profile/keychain/keychain.ts';
import { isOver, isUnclaimed } from './entry-state.ts';
import type { Journal } from './journal.ts';
import type { SecretEntry } from './journal-entry.ts';
import { removeEntry } from './remove-entry.ts';
import { markReplaced } from './remove-replaced.ts';

/**
 * Removes entries that expired unclaimed, and gives them, but for `spared`, of which the service is asked;
 * also removes what is left of delivered and dropped ones and what killed processes left half-written. Entries that a
 * running process has locked, and ones that cannot be read or locked, stay. Throws the reason of `signal` where
 * that aborts.
 */
export async function removeExpired(
  journal: Journal,
  {
    clock,
    keychain,
    spared,
    signal,
  }: {
    readonly clock: Clock;
    readonly keychain: Keychain;
    /** The id of an entry. */
    readonly spared?: string | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<readonly SecretEntry[]> {
  const expired: SecretEntry[] = [];
  for (const id of await journal.ids()) {
    signal?.throwIfAborted();
    const locked = await journal.tryLock(id).catch(unlessNoLock);
    if (typeof locked === 'string') continue;
    const { entry } = locked;
    const isExpired = id !== spared && isUnclaimed(entry.state) && clock.now() >= entry.expiresAtMs;
    if (isExpired) expired.push(entry);
    // Its machine may have made the value, in the place of what was asked for before.
    if (isExpired && entry.force) await markReplaced(entry, { journal });
    if (isExpired || isOver(entry.state)) {
      // What the system does not let go, as on a disk that is away, keeps nobody from another secret.
      await removeEntry(locked, keychain).catch(() => undefined);
    }
    locked.release();
  }
  return expired;
}

/** What stands in the place of a lock stops nobody who wants another entry. */
function unlessNoLock(error: unknown): 'unlockable' {
  if (error instanceof LockFileError) return 'unlockable';
  throw error;
}
