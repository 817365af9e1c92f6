import type { Environment } from '../base/environment.ts';
import type { AdviceStep } from '../contract/advice-step.ts';
import { type BaseUrl, parseBaseUrl } from '../contract/base-url.ts';
import { Failure, usageFailure } from '../contract/failure.ts';
import { type Credential, keyFromEnvironment } from './key-source.ts';
import type { ProfileRuntime } from './profile-runtime.ts';
import {
  DEFAULT_PROFILE,
  type NamedProfile,
  type ProfileSet,
  profileName,
  readProfileSet,
} from './profiles.ts';
import { readStoredKey } from './stored-key.ts';

/** The flags that decide which service is reached, and with which key. */
export interface TargetFlags {
  readonly profile?: string | undefined;
  readonly 'base-url'?: string | undefined;
}

/** Which service is reached, and where its key is; the key of a profile has not been read yet. */
interface Target {
  readonly baseUrl: BaseUrl;
  /** The key in the environment, which is used before the one of a profile. */
  readonly environmentKey: Credential | undefined;
  /** Undefined where nothing of a profile is needed, or there is none. */
  readonly profile: NamedProfile | undefined;
  readonly profiles: ProfileReader;
}

/** A key, and the one service that it is sent to. */
export interface ServiceKey extends Credential {
  readonly baseUrl: BaseUrl;
}

/** The profiles as they were when they were first asked for. Throws `Failure` as `readProfileSet`. */
export type ProfileReader = () => ProfileSet;

/** Reads the file once: by two of its states the key of one profile would go to the service of another. */
export function profilesOnce(runtime: ProfileRuntime): ProfileReader {
  let read: ProfileSet | undefined;
  return () => {
    read ??= readProfileSet(runtime);
    return read;
  };
}

/**
 * Which service and which key are meant: flag, else environment, else profile. The file of profiles
 * is read only where it decides something, so that a script with both variables set depends on
 * nothing else. Throws `Failure` usage for a profile that does not exist, an unusable key in the
 * environment, and where no base URL is known; no_key where the chosen profile was logged out; local for an
 * unusable file.
 */
export function resolveTarget(
  runtime: ProfileRuntime,
  flags: TargetFlags,
  profiles = profilesOnce(runtime),
): Target {
  const environmentKey = keyFromEnvironment(runtime);
  const { environment } = runtime;
  const isMeant =
    environmentKey === undefined ||
    profileName(flags.profile, environment) ||
    // The key goes to where the chosen profile is, which may be another one than yesterday.
    !baseUrlText(flags['base-url'], environment);
  const profile = isMeant ? selectProfile(runtime, flags, profiles) : undefined;
  const credential = environmentKey ?? profile;
  if (!credential && profiles().chosen !== DEFAULT_PROFILE) throw noKey(profiles());
  return { baseUrl: resolveBaseUrl(runtime, flags, profiles), environmentKey, profile, profiles };
}

/** The base URL alone, for what needs no key. Throws `Failure` as `resolveTarget`. */
export function resolveBaseUrl(
  runtime: ProfileRuntime,
  flags: TargetFlags,
  profiles = profilesOnce(runtime),
): BaseUrl {
  const text = baseUrlText(flags['base-url'], runtime.environment);
  const known = text ?? selectProfile(runtime, flags, profiles)?.base_url;
  if (known === undefined) throw noBaseUrl(namesOf(profiles()));
  return parseBaseUrl(known);
}

/**
 * The key for a target, with its base URL, so that it goes nowhere else. Throws `Failure` no_key where there is
 * none, where it was stored for another origin, and where its store cannot be read.
 */
export async function resolveKey(runtime: ProfileRuntime, target: Target): Promise<ServiceKey> {
  const { baseUrl, environmentKey, profile, profiles } = target;
  if (environmentKey !== undefined) return { ...environmentKey, baseUrl };
  if (profile === undefined) throw noKey(profiles());
  return { ...(await readStoredKey(runtime, profile, baseUrl.origin)), baseUrl };
}

/**
 * The profile that a command line names, else the default one; undefined where none is named and
 * there is no default. Throws `Failure` usage for a name without a profile, local for an unusable file.
 */
export function selectProfile(
  { environment }: Pick<ProfileRuntime, 'environment'>,
  flags: TargetFlags,
  read: ProfileReader,
): NamedProfile | undefined {
  const name = profileName(flags.profile, environment);
  const set = read();
  const found = set.profiles.find((profile) => profile.name === (name ?? set.chosen));
  if (found !== undefined || name === undefined) return found;
  const names = namesOf(set).join(', ');
  throw usageFailure(
    'Unknown profile',
    `There is no profile ${JSON.stringify(name)}; ${names === '' ? 'there is none yet' : `there are ${names}`}.`,
    { step: 'create_profile', profile: name },
  );
}

/** The base URL as text: flag, else `FLEET_BASE_URL`, where an empty one counts as unset. */
export function baseUrlText(
  flag: string | undefined,
  environment: Environment,
): string | undefined {
  return flag ?? (environment['FLEET_BASE_URL'] || undefined);
}

/** The failure where no base URL is known, with the `profiles` that could be chosen; there is no default. */
export function noBaseUrl(profiles: readonly string[]): Failure {
  return new Failure('usage', {
    code: 'no_base_url',
    title: 'No base URL',
    detail: 'The service to talk to is not known, and there is no default.',
    next: [...profileStep(profiles), { step: 'give_base_url' }],
  });
}

function noKey(set: ProfileSet): Failure {
  const none =
    set.chosen === DEFAULT_PROFILE
      ? 'No profile was chosen'
      : `The profile ${set.chosen} was logged out`;
  const who = set.profiles.length === 0 ? 'Nobody is logged in' : none;
  return new Failure('no_key', {
    code: 'no_key',
    title: 'No API key',
    detail: `${who}, and neither FLEET_API_KEY nor FLEET_API_KEY_FILE is set.`,
    next: [...profileStep(namesOf(set)), { step: 'give_key' }],
  });
}

function profileStep(profiles: readonly string[]): readonly AdviceStep[] {
  return profiles.length === 0 ? [] : [{ step: 'choose_profile', profiles }];
}

function namesOf({ profiles }: ProfileSet): readonly string[] {
  return profiles.map(({ name }) => name);
}
