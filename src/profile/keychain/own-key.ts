import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { homeFolder } from '../../base/paths/home-folder.ts';
import { programFolders } from '../../base/paths/user-folders.ts';
import { thisPlatform } from '../../base/platform.ts';
import type { ProfileRuntime } from '../profile-runtime.ts';
import type { KeyLocation } from '../stored-key.ts';
import type { Keychain } from './keychain.ts';

/** Of what decides the account: where the settings are, and the environment that says so. */
type AccountHost = Pick<ProfileRuntime, 'environment' | 'folders'>;

/**
 * The origin is part of the account, so that a changed profile finds no key for another service, and so is a folder
 * of settings that is not the usual one: each has a profile `default`.
 */
export function accountOf(
  { environment, folders }: AccountHost,
  place: Pick<KeyLocation, 'name' | 'origin'>,
): string {
  const platform = thisPlatform();
  const home = homeFolder(environment, platform);
  const usual = programFolders({ environment, platform, home }, 'fleet').config;
  const account = accountOfFirstVersion(place);
  const folder = lastingSpelling(folders.config);
  return folder === lastingSpelling(usual) ? account : `${account} in ${folder}`;
}

/** A folder has many spellings: a slash at its end, a link, and on some systems capitals. */
function lastingSpelling(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // It is not there yet, and no key of it either.
    return folder;
  }
}

function accountOfFirstVersion({ name, origin }: Pick<KeyLocation, 'name' | 'origin'>): string {
  return `${name}@${origin}`;
}

/** The key of a profile and its account; undefined where the keychain has none, or only that of another login. */
export async function keyInKeychain(
  keychain: Keychain,
  host: AccountHost,
  place: KeyLocation,
): Promise<{ readonly account: string; readonly key: string } | undefined> {
  for (const account of new Set([accountOf(host, place), accountOfFirstVersion(place)])) {
    const kept = await keychain.read(account);
    const key = kept === undefined ? undefined : ownKeychainKey(kept, place);
    if (key !== undefined) return { account, key };
  }
  return undefined;
}

/**
 * The key of a profile in what the keychain keeps for it; undefined where only another login, as one with another
 * home, has a key there.
 */
function ownKeychainKey(
  kept: string,
  { key_fingerprint: own }: Pick<KeyLocation, 'key_fingerprint'>,
): string | undefined {
  const [key, _, before] = kept.split('\n');
  return [key, before].find(
    (each) => each !== undefined && createHash('sha256').update(each).digest('hex') === own,
  );
}
