import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { prepareFile, replaceFile, syncFolder } from '../base/disk/replace-file.ts';
import { WriteError } from '../base/disk/write-error.ts';
import { Failure } from '../contract/failure.ts';
import type { DoneBeside } from './change-profiles.ts';
import { ensureKeysFolder } from './config-folder.ts';
import { keyPath, looksKept, readKeyFile } from './key-file.ts';
import { changingKeyText, changingSecret, keyFileText } from './key-text.ts';
import { accountOf, keyInKeychain } from './keychain/own-key.ts';
import type { ProfileRuntime } from './profile-runtime.ts';
import type { NamedProfile } from './profiles.ts';
import { type KeyLocation, openKeychain } from './stored-key.ts';

/** Keeps a key in the keychain and reads it back. Throws `Failure` no_keychain. */
export async function writeKeychainKey(
  runtime: ProfileRuntime,
  place: KeyLocation,
  { before, key }: { readonly before: NamedProfile | undefined; readonly key: string },
): Promise<DoneBeside> {
  const keychain = await openKeychain(runtime);
  const account = accountOf(runtime, place);
  const kept = await keychain.read(account);
  const isOfBefore = before?.storage === 'keychain' && before.origin === place.origin;
  const found = isOfBefore ? await keyInKeychain(keychain, runtime, before) : undefined;
  const earlier = found?.account === account ? found.key : key;
  const isChange = earlier !== key;
  const secret = isChange ? changingSecret(key, place.key_fingerprint, earlier) : key;
  await keychain.write(account, secret);
  return {
    async takeBack() {
      await (kept === undefined ? keychain.remove(account) : keychain.write(account, kept));
    },
    async settle() {
      if (isChange) await keychain.write(account, key).catch(ignore);
      if (found && found.account !== account) await keychain.remove(found.account).catch(ignore);
    },
  };
}

/** A key's file that is written, and not in its place yet. */
interface PreparedKey {
  /**
   * Puts it there, together with the key of the profile that it replaces until that is done; under the
   * lock of the profiles. Throws `Failure` local.
   */
  takePlace(before: NamedProfile | undefined): Promise<DoneBeside>;
  /** Removes what is not in its place. */
  discard(): Promise<void>;
}

/** Keeps a key in a file once that takes its place. Throws `Failure` local. */
export async function prepareKeyFile(
  runtime: ProfileRuntime,
  place: KeyLocation,
  key: string,
): Promise<PreparedKey> {
  await ensureKeysFolder(runtime.folders.config);
  const path = keyPath(runtime, place.name);
  const file = await prepareFile(path, keyFileText(key, place.origin), PRIVATE);
  return {
    discard: file.discard,
    async takePlace(before) {
      const text = unlessUnreadable(() => runtime.readTextFile(path, 'regular'));
      if (before === undefined && text !== undefined && !looksKept(text)) throw notOurs(path);
      const takeBack = () =>
        text === undefined ? rm(path, { force: true }) : replaceFile(path, text, PRIVATE);
      const kept =
        before?.storage === 'file'
          ? unlessUnreadable(() => readKeyFile(runtime, before))
          : undefined;
      const changing =
        kept && (await prepareFile(path, changingKeyText(key, place, kept), PRIVATE));
      await (changing ?? file).takePlace();
      await syncFolder(dirname(path)).catch(async (error: unknown) => {
        await takeBack();
        throw new WriteError(path, error);
      });
      const settle = () => (changing ? file.takePlace().catch(ignore) : Promise.resolve());
      return { takeBack, settle };
    },
  };
}

/** The login is done, and the next one or the logout takes the earlier key away. */
function ignore(): void {}

function unlessUnreadable<Found>(read: () => Found): Found | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Another folder may have been named, with files of others called as a profile. */
function notOurs(path: string): Failure {
  return new Failure('conflict', {
    code: 'place_taken',
    title: 'The key cannot be stored there',
    detail: `${path} is a file that holds no key of fleet.`,
    advice: 'Move it away, or choose another profile or folder.',
  });
}

const PRIVATE = { mode: 0o600 };

/**
 * Removes a key; gives whether there was one. A file that has the key for another origin by now stays, and so does
 * that of another login in the keychain.
 * Throws `Failure` no_keychain.
 */
export async function removeStoredKey(
  runtime: ProfileRuntime,
  place: KeyLocation,
): Promise<boolean> {
  if (place.storage === 'keychain') {
    const keychain = await openKeychain(runtime);
    const found = await keyInKeychain(keychain, runtime, place);
    return found !== undefined && keychain.remove(found.account);
  }
  // One that cannot be read is this profile's own: its login has named the file so.
  const kept = unlessUnreadable(() => readKeyFile(runtime, place));
  if (kept?.origin !== undefined && kept.origin !== place.origin) return false;
  await rm(keyPath(runtime, place.name), { force: true });
  return kept !== undefined;
}
