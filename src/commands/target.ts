import { type BaseUrl, parseBaseUrl } from '../contract/base-url.ts';
import { type Credential, noKey, requireBaseUrl } from '../profile/key-source.ts';
import type { NamedProfile } from '../profile/profiles.ts';
import {
  type ChosenTarget,
  selectProfile as chooseProfile,
  chooseTarget,
  findUrl,
  keyFromEnvironment as keyGiven,
  type ProfileRuntime,
  type TargetFlags,
} from '../profile/resolve-target.ts';
import { type KeyStores, readStoredKey } from '../profile/stored-key.ts';
import type { Runtime } from './runtime.ts';

export type { TargetFlags } from '../profile/resolve-target.ts';

/** Where a command goes, and where its key is; the key itself has not been read yet. */
export interface Target extends Pick<ChosenTarget, 'given' | 'profile'> {
  readonly baseUrl: BaseUrl;
}

/** As `choose`. Throws `Failure` usage also where no base URL is known. */
export function chosenTarget(runtime: Runtime, flags: TargetFlags): Target {
  const { baseUrl, given, profile } = chooseTarget(choosing(runtime), flags);
  return { baseUrl: parseBaseUrl(requireBaseUrl(baseUrl)), given, profile };
}

/** The base URL of a command line, whoever asks there. Throws `Failure` usage as `chosenTarget`. */
export function chosenBaseUrl(runtime: Runtime, flags: TargetFlags): BaseUrl {
  return parseBaseUrl(requireBaseUrl(findUrl(choosing(runtime), flags)));
}

/** The profile that a command line means. Throws as `choose`. */
export function chosenProfile(runtime: Runtime, flags: TargetFlags): NamedProfile | undefined {
  return chooseProfile(choosing(runtime), flags);
}

/** The key in the environment. Throws `Failure` usage where there is one and it is unusable. */
export function givenKey(runtime: Runtime): Credential | undefined {
  return keyGiven(choosing(runtime));
}

/** The key for a target. Throws `Failure` no_key where there is none that may be sent there. */
export async function credentialOf(runtime: Runtime, target: Target): Promise<Credential> {
  const { baseUrl, given, profile } = target;
  if (given !== undefined) return given;
  if (profile === undefined) throw noKey();
  return readStoredKey(keyStores(runtime), profile, baseUrl.origin);
}

/** Where the keys of this user's profiles are. */
export function keyStores(runtime: Runtime): KeyStores {
  return {
    openKeychain: async () => (await import('../profile/keychain.ts')).openKeychain(runtime),
    configFolder: runtime.folders.config,
    readTextFile: runtime.readTextFile,
  };
}

function choosing({ environment, folders, readTextFile }: Runtime): ProfileRuntime {
  return { environment, configFolder: folders.config, readTextFile };
}
