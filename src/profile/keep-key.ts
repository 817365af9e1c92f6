import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePrivateFolder } from '../base/disk/private-folder.ts';
import { prepareFile, replaceFile, syncFolder } from '../base/disk/replace-file.ts';
import { WriteError } from '../base/disk/write-error.ts';
import { keyFileText, keyPath, readKeyFile } from './key-file.ts';
import type { ProfileRuntime } from './profile-runtime.ts';
import { accountOf, type KeyLocation, openKeychain } from './stored-key.ts';

/** Puts back what was there before. */
type TakeBack = () => Promise<void>;

/** Keeps a key in the keychain and reads it back. Throws `Failure` no_keychain. */
export async function writeKeychainKey(
  runtime: ProfileRuntime,
  place: KeyLocation,
  key: string,
): Promise<TakeBack> {
  const keychain = await openKeychain(runtime);
  const account = accountOf(place);
  const before = await keychain.read(account);
  await keychain.write(account, key);
  return async () => {
    await (before === undefined ? keychain.remove(account) : keychain.write(account, before));
  };
}

/** A key's file that is written, and not in its place yet. */
interface PreparedKey {
  /** Puts it there; under the lock of the profiles. Throws `Failure` local. */
  takePlace(): Promise<TakeBack>;
  /** Removes what is not in its place. */
  discard(): Promise<void>;
}

/** Keeps a key in a file once that takes its place. Throws `Failure` local. */
export async function prepareKeyFile(
  runtime: ProfileRuntime,
  place: KeyLocation,
  key: string,
): Promise<PreparedKey> {
  await ensurePrivateFolder(runtime.folders.config);
  const folder = join(runtime.folders.config, 'keys');
  await ensurePrivateFolder(folder);
  const path = keyPath(runtime, place.name);
  const { discard, takePlace } = await prepareFile(path, keyFileText(key, place.origin), PRIVATE);
  return {
    discard,
    async takePlace() {
      const before = textAt(path, runtime);
      const takeBack = () =>
        before === undefined ? rm(path, { force: true }) : replaceFile(path, before, PRIVATE);
      await takePlace();
      await syncFolder(folder).catch(async (error: unknown) => {
        await takeBack();
        throw new WriteError(path, error);
      });
      return takeBack;
    },
  };
}

/** Undefined where there is nothing, or nothing that anybody could read. */
function textAt(path: string, { readTextFile }: ProfileRuntime): string | undefined {
  try {
    return readTextFile(path, 'regular');
  } catch {
    return undefined;
  }
}

const PRIVATE = { mode: 0o600 };

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
