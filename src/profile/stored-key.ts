import { readKeyFile } from './key-file.ts';
import type { Credential } from './key-source.ts';
import type { Keychain } from './keychain/keychain.ts';
import type { ProfileRuntime } from './profile-runtime.ts';
import type { NamedProfile } from './profiles.ts';

/** Where the key of a profile is. */
export type KeyLocation = Pick<NamedProfile, 'name' | 'origin' | 'storage' | 'key_fingerprint'>;

/**
 * The key of a profile for a request to `origin`. Throws `Failure` no_key where that is not the
 * origin for which it was stored, where there is none, and where the store cannot be read; nothing
 * is deleted then.
 */
export async function readStoredKey(
  runtime: ProfileRuntime,
  profile: NamedProfile,
  origin: string,
): Promise<Credential> {
  if (profile.origin !== origin) throw await foreignOrigin(profile, origin);
  const key = await readKey(runtime, profile);
  if (key !== undefined) return { key, source: 'profile', storage: profile.storage };
  const { lostKey } = await import('./key-failures.ts');
  throw lostKey(profile);
}

/**
 * The key at a place; undefined where there is none. Throws `Failure` no_key where the store cannot be
 * read, and where the file has a key for another origin.
 */
async function readKey(runtime: ProfileRuntime, place: KeyLocation): Promise<string | undefined> {
  if (place.storage === 'keychain') {
    const keychain = await openKeychain(runtime);
    const { keyInKeychain } = await import('./keychain/own-key.ts');
    return (await keyInKeychain(keychain, runtime, place))?.key;
  }
  const kept = readKeyFile(runtime, place);
  if (kept === undefined) return undefined;
  if (kept.origin === undefined) await (await import('./bind-key.ts')).bindKey(runtime, place);
  else if (kept.origin !== place.origin) {
    throw await foreignOrigin({ name: place.name, origin: kept.origin }, place.origin);
  }
  return kept.key;
}

/** Loaded only where a key is in it: it takes a process and a native module. */
export async function openKeychain(runtime: ProfileRuntime): Promise<Keychain> {
  const keychain = await import('./keychain/keychain.ts');
  return keychain.openKeychain(runtime);
}

async function foreignOrigin(
  place: Pick<KeyLocation, 'name' | 'origin'>,
  origin: string,
): Promise<Error> {
  const failures = await import('./key-failures.ts');
  return failures.foreignOrigin(place, origin);
}
