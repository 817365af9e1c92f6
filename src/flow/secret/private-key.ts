import type { Clock } from '../../base/time/clock.ts';
import { Failure } from '../../contract/failure.ts';
import type { Keychain } from '../../profile/keychain/keychain.ts';
import { fromBase64url } from '../../sealing/base64url.ts';
import { type KeyPair, keyPairOf } from '../../sealing/key-pair.ts';
import type { LockedEntry } from './locked-entry.ts';

/** The account of an entry's private key. */
export function keychainAccount(id: string): string {
  return `secret:${id}`;
}

/**
 * Keeps the private key in the keychain, or in the journal where that does not take it. The entry is
 * written first, so that no key is ever without one.
 */
export async function storePrivateKey(
  locked: LockedEntry,
  {
    clock,
    keychain,
    secretKey,
  }: { readonly clock: Clock; readonly keychain: Keychain; readonly secretKey: string },
): Promise<void> {
  const isKept = await keychain.write(keychainAccount(locked.entry.id), secretKey).then(
    () => true,
    () => false,
  );
  const kept = isKept
    ? { keyStore: 'keychain' as const }
    : { keyStore: 'journal' as const, secretKey };
  // Only now: a keychain may have asked a person first, and what is sent next is dated by this.
  await locked.change({ ...kept, askedAtMs: clock.now() });
}

/** The key pair of an entry, the caller's to wipe. Throws `Failure` local where it is not there, and interrupted. */
export async function keyPairFor({ entry }: LockedEntry, keychain: Keychain): Promise<KeyPair> {
  const text =
    entry.keyStore === 'journal' ? entry.secretKey : await keyInKeychain(entry.id, keychain);
  if (text !== null && text !== undefined) return keyPairOf(fromBase64url(text));
  throw new Failure('local', {
    code: 'private_key_missing',
    title: 'The private key of this secret is not there',
    detail: `The keychain here has no key for the entry ${entry.id}, so the sealed value cannot be opened.`,
    advice:
      'It opens only where it was asked for, by `fleet secret resume` there. Where that keychain is gone, nobody can open it any more.',
    next: [{ step: 'discard_secret', id: entry.id }],
    extra: { id: entry.id },
  });
}

/**
 * Removes the private key from the keychain; gives whether the entry may go. A key that was perhaps
 * never kept belongs to a request that was never sent, and does not hold the entry back.
 */
export async function removePrivateKey(
  { entry }: LockedEntry,
  keychain: Keychain,
): Promise<boolean> {
  if (entry.keyStore === 'journal') return true;
  const isGone = await keychain.remove(keychainAccount(entry.id)).then(
    () => true,
    () => false,
  );
  return isGone || entry.keyStore === 'unsettled';
}

async function keyInKeychain(id: string, keychain: Keychain): Promise<string | undefined> {
  try {
    return await keychain.read(keychainAccount(id));
  } catch (error) {
    if (error instanceof Failure && error.kind === 'interrupted') throw error;
    throw keychainUnavailable(id, error);
  }
}

function keychainUnavailable(id: string, cause: unknown): Failure {
  return new Failure(
    'local',
    {
      code: 'keychain_unavailable',
      title: 'The keychain does not give the private key',
      detail: `The key of the entry ${id} is in the keychain, which cannot be read here.`,
      advice: 'Unlock the keychain.',
      next: [{ step: 'resume_secret', id, intoFile: false }],
      extra: { id },
    },
    { cause },
  );
}
