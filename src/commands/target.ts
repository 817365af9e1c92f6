import { type BaseUrl, parseBaseUrl } from '../client/base-url.ts';
import { usageFailure } from '../contract/failure.ts';
import {
  type Credential,
  environmentKey,
  findBaseUrl,
  findKey,
  keyFileKey,
  noKey,
  requireBaseUrl,
} from '../profile/key-source.ts';
import {
  DEFAULT_PROFILE,
  type NamedProfile,
  namedProfile,
  readProfiles,
} from '../profile/profiles.ts';
import { type KeyStores, readStoredKey } from '../profile/stored-key.ts';
import type { Rim } from '../terminal/rim.ts';

/** The flags that decide which service is reached. */
export interface TargetFlags {
  readonly profile?: string | undefined;
  readonly 'base-url'?: string | undefined;
}

/** Where a command goes, and where its key is; the key itself has not been read yet. */
export interface Target {
  readonly baseUrl: BaseUrl;
  /** From the environment, which wins over a profile. */
  readonly given: Credential | undefined;
  /** Undefined where nothing of a profile is needed, or there is none. */
  readonly profile: NamedProfile | undefined;
}

/**
 * What a command line means: flag, else environment, else profile. The file of profiles is read only
 * where it has a say, so that a script with both variables set depends on nothing else. Throws
 * `Failure` usage for a profile that is not there, or where no base URL is known.
 */
export function chosenTarget(rim: Rim, flags: TargetFlags): Target {
  const given = givenKey(rim);
  const isNamed = namedProfile(flags.profile, rim.environment) !== undefined;
  const profile = isNamed || given === undefined ? chosenProfile(rim, flags) : undefined;
  return { baseUrl: chosenBaseUrl(rim, flags), given, profile };
}

/** The base URL of a command line, whoever asks there. Throws `Failure` usage as `chosenTarget`. */
export function chosenBaseUrl(rim: Rim, flags: TargetFlags): BaseUrl {
  const text = findBaseUrl(flags['base-url'], rim.environment);
  return parseBaseUrl(requireBaseUrl(text ?? chosenProfile(rim, flags)?.base_url));
}

/** The key in the environment. Throws `Failure` usage where there is one and it is unusable. */
export function givenKey({ environment, readTextFile }: Rim): Credential | undefined {
  return findKey([environmentKey(environment), keyFileKey(environment, readTextFile)]);
}

/**
 * The profile that a command line names, else the one that is used without a name; undefined where
 * none is named and there is none. Throws `Failure` usage, and local for an unusable file.
 */
export function chosenProfile(rim: Rim, flags: TargetFlags): NamedProfile | undefined {
  const name = namedProfile(flags.profile, rim.environment);
  const profiles = readProfiles(rim.folders.config, rim.readTextFile);
  const found = profiles.find((profile) => profile.name === (name ?? DEFAULT_PROFILE));
  if (found !== undefined || name === undefined) return found;
  const names = profiles.map((profile) => profile.name).join(', ');
  throw usageFailure(
    'Unknown profile',
    `There is no profile ${JSON.stringify(name)}; ${names === '' ? 'there is none yet' : `there are ${names}`}.`,
    `Log in: fleet auth login --profile ${name} --base-url https://…`,
  );
}

/** The key for a target. Throws `Failure` no_key where there is none that may be sent there. */
export async function credentialOf(rim: Rim, target: Target): Promise<Credential> {
  const { baseUrl, given, profile } = target;
  if (given !== undefined) return given;
  if (profile === undefined) throw noKey();
  return readStoredKey(keyStores(rim), profile, baseUrl.origin);
}

/** Where the keys of this user's profiles are. */
export function keyStores(rim: Rim): KeyStores {
  return {
    openKeychain: async () => (await import('../profile/keychain.ts')).openKeychain(rim.clock),
    configFolder: rim.folders.config,
    readTextFile: rim.readTextFile,
  };
}
