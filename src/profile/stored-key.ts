import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePrivateFolder } from '../base/disk/private-folder.ts';
import { replaceFile } from '../base/disk/replace-file.ts';
import { errorCode } from '../base/errors.ts';
import { Failure } from '../contract/failure.ts';
import type { Credential } from './key-source.ts';
import type { Keychain } from './keychain.ts';
import type { ProfileRuntime } from './profile-runtime.ts';
import type { NamedProfile } from './profiles.ts';

type KeyLocation = Pick<NamedProfile, 'name' | 'origin' | 'storage'>;

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
  if (profile.origin !== origin) throw foreignOrigin(profile, origin);
  const key = await readKey(runtime, profile);
  if (key !== undefined) return { key, source: 'profile', storage: profile.storage };
  throw new Failure('no_key', {
    code: 'no_key',
    title: 'No API key',
    detail: `The profile ${profile.name} is there, and its key is not in the ${profile.storage}.`,
    next: [{ step: 'log_in_again', profile: profile.name }],
  });
}

/** Keeps a key and reads it back. Throws `Failure` no_keychain or local. */
export async function writeStoredKey(
  runtime: ProfileRuntime,
  place: KeyLocation,
  key: string,
): Promise<void> {
  if (place.storage === 'keychain') {
    const keychain = await openKeychain(runtime);
    return keychain.write(accountOf(place), key);
  }
  await ensurePrivateFolder(runtime.folders.config);
  const folder = join(runtime.folders.config, 'keys');
  await ensurePrivateFolder(folder);
  await replaceFile(keyPath(runtime, place), `${key}\n`, { mode: 0o600 });
}

/** Removes a key; gives whether there was one. Throws `Failure` no_keychain. */
export async function removeStoredKey(
  runtime: ProfileRuntime,
  place: KeyLocation,
): Promise<boolean> {
  if (place.storage === 'keychain') {
    const keychain = await openKeychain(runtime);
    return keychain.remove(accountOf(place));
  }
  const wasThere = (await readKey(runtime, place)) !== undefined;
  await rm(keyPath(runtime, place), { force: true });
  return wasThere;
}

async function readKey(runtime: ProfileRuntime, place: KeyLocation): Promise<string | undefined> {
  if (place.storage === 'keychain') {
    const keychain = await openKeychain(runtime);
    return keychain.read(accountOf(place));
  }
  try {
    return runtime.readTextFile(keyPath(runtime, place)).replace(/\n$/, '');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new Failure('no_key', {
      code: 'key_file_unreadable',
      title: 'The stored key cannot be read',
      detail: `The key of the profile ${place.name} is in ${keyPath(runtime, place)}.`,
      advice: 'Make it readable for this user, or log in again.',
    });
  }
}

/** Loaded only where a key is in it: it takes a process and a native module. */
async function openKeychain(runtime: ProfileRuntime): Promise<Keychain> {
  const keychain = await import('./keychain.ts');
  return keychain.openKeychain(runtime);
}

/** The origin is part of the account, so that a changed profile finds no key for another service. */
function accountOf({ name, origin }: Pick<KeyLocation, 'name' | 'origin'>): string {
  return `${name}@${origin}`;
}

function keyPath(runtime: ProfileRuntime, { name }: KeyLocation): string {
  return join(runtime.folders.config, 'keys', name);
}

function foreignOrigin(profile: NamedProfile, origin: string): Failure {
  return new Failure('no_key', {
    code: 'foreign_origin',
    title: 'The stored key is for another service',
    detail: `The key of the profile ${profile.name} is for ${profile.origin}, and the request would go to ${origin}.`,
    next: [{ step: 'log_in_to_origin', origin }],
  });
}
