import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePrivateFolder } from '../base/disk/private-folder.ts';
import { replaceFile } from '../base/disk/replace-file.ts';
import type { ProfileRuntime } from './profile-runtime.ts';
import { accountOf, type KeyLocation, keyPath, openKeychain, readKey } from './stored-key.ts';

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
