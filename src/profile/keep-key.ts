import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePrivateFolder } from '../base/disk/private-folder.ts';
import { replaceFile } from '../base/disk/replace-file.ts';
import { lockProfiles } from './change-profiles.ts';
import { keyFileText, keyPath, readKeyFile } from './key-file.ts';
import type { ProfileRuntime } from './profile-runtime.ts';
import { accountOf, type KeyLocation, openKeychain } from './stored-key.ts';

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
  const text = keyFileText(key, place.origin);
  const lock = await lockProfiles(runtime);
  try {
    await replaceFile(keyPath(runtime, place.name), text, { mode: 0o600 });
  } finally {
    lock.release();
  }
}

/**
 * Removes a key; gives whether there was one. A file that has the key for another origin by now stays.
 * Throws `Failure` no_keychain.
 */
export async function removeStoredKey(
  runtime: ProfileRuntime,
  place: KeyLocation,
): Promise<boolean> {
  if (place.storage === 'keychain') {
    const keychain = await openKeychain(runtime);
    return keychain.remove(accountOf(place));
  }
  const kept = readKeyFile(runtime, place.name);
  if (kept?.origin !== undefined && kept.origin !== place.origin) return false;
  await rm(keyPath(runtime, place.name), { force: true });
  return kept !== undefined;
}
