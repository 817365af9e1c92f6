import type { Environment } from '../base/environment.ts';
import { usageFailure } from '../contract/failure.ts';
import { type Credential, environmentKey, findBaseUrl, findKey, keyFileKey } from './key-source.ts';
import { DEFAULT_PROFILE, type NamedProfile, profileName, readProfiles } from './profiles.ts';

/** What decides which service is reached, beside the flags. */
export interface ProfileRuntime {
  readonly environment: Environment;
  readonly configFolder: string;
  readTextFile(path: string): string;
}

/** The flags that decide which service is reached. */
export interface TargetFlags {
  readonly profile?: string | undefined;
  readonly 'base-url'?: string | undefined;
}

/** Where a command goes, and where its key is; the key itself has not been read yet. */
export interface ChosenTarget {
  /** Undefined where nobody said. */
  readonly baseUrl: string | undefined;
  /** From the environment, which wins over a profile. */
  readonly given: Credential | undefined;
  /** Undefined where nothing of a profile is needed, or there is none. */
  readonly profile: NamedProfile | undefined;
}

/**
 * What a command line means: flag, else environment, else profile. The file of profiles is read only
 * where it has a say, so that a script with both variables set depends on nothing else. Throws
 * `Failure` usage for a profile that is not there, and local for an unusable file.
 */
export function chooseTarget(choosing: ProfileRuntime, flags: TargetFlags): ChosenTarget {
  const given = keyFromEnvironment(choosing);
  const isNamed = profileName(flags.profile, choosing.environment) !== undefined;
  const profile = isNamed || given === undefined ? selectProfile(choosing, flags) : undefined;
  return { baseUrl: findUrl(choosing, flags), given, profile };
}

/** The base URL as text, whoever asks there; undefined where nobody said. Throws as `choose`. */
export function findUrl(choosing: ProfileRuntime, flags: TargetFlags): string | undefined {
  const typed = findBaseUrl(flags['base-url'], choosing.environment);
  return typed ?? selectProfile(choosing, flags)?.base_url;
}

/** The key in the environment. Throws `Failure` usage where there is one and it is unusable. */
export function keyFromEnvironment({
  environment,
  readTextFile,
}: ProfileRuntime): Credential | undefined {
  return findKey([environmentKey(environment), keyFileKey(environment, readTextFile)]);
}

/**
 * The profile that a command line names, else the one that is used without a name; undefined where
 * none is named and there is none. Throws `Failure` usage, and local for an unusable file.
 */
export function selectProfile(
  choosing: ProfileRuntime,
  flags: TargetFlags,
): NamedProfile | undefined {
  const name = profileName(flags.profile, choosing.environment);
  const profiles = readProfiles(choosing.configFolder, choosing.readTextFile);
  const found = profiles.find((profile) => profile.name === (name ?? DEFAULT_PROFILE));
  if (found !== undefined || name === undefined) return found;
  const names = profiles.map((profile) => profile.name).join(', ');
  throw usageFailure(
    'Unknown profile',
    `There is no profile ${JSON.stringify(name)}; ${names === '' ? 'there is none yet' : `there are ${names}`}.`,
    `Log in: fleet auth login --profile ${name} --base-url https://…`,
  );
}
