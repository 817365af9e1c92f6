import { WriteError } from '../base/disk/write-error.ts';
import type { FleetClient } from '../client/fleet-client.ts';
import { requireKeyHolder } from '../contract/expected-record.ts';
import { Failure } from '../contract/failure.ts';
import { memberOf, textOf } from '../contract/response-member.ts';
import { changeProfiles, type DoneBeside, oneAfterOther } from '../profile/change-profiles.ts';
import { prepareKeyFile, removeStoredKey, writeKeychainKey } from '../profile/keep-key.ts';
import type { ProfileRuntime } from '../profile/profile-runtime.ts';
import { DEFAULT_PROFILE, type NamedProfile, readProfiles } from '../profile/profiles.ts';

interface LoggedIn {
  readonly profile: NamedProfile;
  /** The profile of an earlier login of that name whose key is still in the keychain. */
  readonly left?: NamedProfile;
  /** The profile of an earlier login of that name whose key is kept here no more. */
  readonly replaced?: NamedProfile;
}

interface Login {
  /** Asks the service with the key that is to be stored. */
  readonly client: FleetClient;
  readonly key: string;
  readonly keyFingerprint: string;
  readonly runtime: ProfileRuntime;
  /** The profile to make or to replace. */
  readonly name: string;
  readonly storage: NamedProfile['storage'];
  readonly signal?: AbortSignal;
  /** Told whose key it is before it is stored. */
  readonly met?: (profile: NamedProfile) => void;
}

/**
 * Logs in: the service says whose key it is, the key is stored and read back, and then the profile
 * is written, so that a profile never names a key that is not there. Until it is, the key of before is kept
 * beside and counts; where it cannot be written, that takes its place again. The key of an earlier login of
 * this name is removed where the new one did not take its place and its keychain can be used. Throws
 * `Failure`: what the service refuses, not_the_service where it does not say whose key it is, no_keychain, or local.
 */
export async function logIn(login: Login): Promise<LoggedIn> {
  const { client, name, runtime, storage } = login;
  const { requestId, value } = await client.request('GET', '/api/v1/me', {
    operationClass: 'read',
    ...(login.signal === undefined ? {} : { signal: login.signal }),
  });
  requireKeyHolder(value, requestId);
  const { origin, text } = client.baseUrl;
  const profile: NamedProfile = {
    name,
    base_url: text,
    origin,
    storage,
    key_fingerprint: login.keyFingerprint,
    key_name: textOf(value, 'key_name') ?? null,
    scope: textOf(value, 'scope') ?? null,
    organisation: memberOf(value, 'organisation') ?? null,
    saved_at: new Date(runtime.clock.now()).toISOString(),
  };
  login.met?.(profile);
  return oneAfterOther(runtime, async () => {
    const before = await store(runtime, profile, login.key);
    // A file has the new key in the place of the earlier one, whatever service that was for.
    const isElsewhere =
      before?.storage !== storage || (storage === 'keychain' && before.origin !== origin);
    const isLeft = before !== undefined && isElsewhere && !(await isRemoved(runtime, before));
    const isReplaced = !isLeft && before && before.key_fingerprint !== profile.key_fingerprint;
    return { profile, ...(isLeft && { left: before }), ...(isReplaced && { replaced: before }) };
  });
}

/** Stores the key with its profile, or leaves both as they were; gives the profile that had the name before. */
async function store(
  runtime: ProfileRuntime,
  profile: NamedProfile,
  key: string,
): Promise<NamedProfile | undefined> {
  if (profile.storage === 'file') {
    const file = await prepareKeyFile(runtime, profile, key);
    try {
      return await replaceProfile(runtime, profile, file.takePlace);
    } finally {
      await file.discard();
    }
  }
  // Not under the lock of the profiles, for which others wait a shorter time than a keychain may take.
  const before = readProfiles(runtime).find(({ name }) => name === profile.name);
  const done = await writeKeychainKey(runtime, profile, { before, key });
  const replaced = await replaceProfile(runtime, profile).catch(async (error: unknown) => {
    if (!(error instanceof WriteError && error.isInPlace)) await done.takeBack();
    throw error;
  });
  await done.settle();
  return replaced;
}

/** False where the keychain cannot be used, for which `--store file` is the remedy. */
async function isRemoved(runtime: ProfileRuntime, profile: NamedProfile): Promise<boolean> {
  try {
    await removeStoredKey(runtime, profile);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.facts.code === 'no_keychain') return false;
    throw error;
  }
}

interface LoggedOut {
  readonly profile: NamedProfile;
  /** Whether its key was there. */
  readonly wasThere: boolean;
}

/**
 * Logs out of the profile that `select` finds once no login is under way: removes the key and then the
 * profile. Where that was the chosen one, none is until somebody chooses: another would be that of another
 * organisation. Throws `Failure`, and what `select` throws.
 */
export async function logOut(
  runtime: ProfileRuntime,
  select: () => NamedProfile,
): Promise<LoggedOut> {
  return oneAfterOther(runtime, async () => {
    const profile = select();
    const wasThere = await removeStoredKey(runtime, profile);
    await changeProfiles(runtime, ({ chosen, profiles }) => {
      const left = profiles.filter(({ name }) => name !== profile.name);
      return { profiles: left, chosen: left.length === 0 ? DEFAULT_PROFILE : chosen };
    });
    return { profile, wasThere };
  });
}

/** Gives the profile that had the name before. */
async function replaceProfile(
  runtime: ProfileRuntime,
  profile: NamedProfile,
  beside?: (before: NamedProfile | undefined) => Promise<DoneBeside>,
): Promise<NamedProfile | undefined> {
  const others: NamedProfile[] = [];
  const before: NamedProfile[] = [];
  await changeProfiles(
    runtime,
    ({ chosen, profiles }) => {
      for (const each of profiles) (each.name === profile.name ? before : others).push(each);
      // Who logs in without naming a profile goes on with that login.
      const isDefault = profile.name === DEFAULT_PROFILE;
      return { profiles: [...others, profile], chosen: isDefault ? DEFAULT_PROFILE : chosen };
    },
    beside && (() => beside(before[0])),
  );
  return before[0];
}
