import { join } from 'node:path';
import type { Environment } from '../base/environment.ts';
import { errorCode, messageOf } from '../base/errors.ts';
import { Failure, usageFailure } from '../contract/failure.ts';
import type { ProfileRuntime } from './profile-runtime.ts';

/** A service, and where the key to it is; the key itself is never in here. */
interface Profile {
  readonly base_url: string;
  /** The stored key is sent to this origin and to no other. */
  readonly origin: string;
  readonly storage: 'keychain' | 'file';
  /** Tells caches of different keys apart; nothing leads back from it to the key. */
  readonly key_fingerprint: string;
  readonly key_name: string | null;
  readonly scope: string | null;
  readonly organisation: unknown;
  readonly saved_at: string;
}

export interface NamedProfile extends Profile {
  readonly name: string;
}

/** Of a command line that names none, and of a login that names none. */
export const DEFAULT_PROFILE = 'default';

const NAME_LENGTH_MAX = 64;
const NAME_SHAPE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The name of the profile asked for: the one given, else `FLEET_PROFILE`; undefined without either. */
export function profileName(flag: string | undefined, environment: Environment) {
  const name = flag ?? (environment['FLEET_PROFILE'] || undefined);
  if (name === undefined || NAME_SHAPE.test(name)) return name;
  throw usageFailure('The name of the profile is not usable', notAName(name));
}

function notAName(name: string): string {
  const shown = name.length > NAME_LENGTH_MAX ? 'A longer one' : JSON.stringify(name);
  return `${shown} is no name of a profile; allowed are 1 to ${NAME_LENGTH_MAX} letters, digits, ".", "_" and "-".`;
}

/** What the file of profiles has. */
export interface ProfileSet {
  /** In order of name. */
  readonly profiles: readonly NamedProfile[];
  /**
   * Of a command line that names none: `fleet auth switch`, else `default`. Once that was logged out, it names
   * a profile that is not there.
   */
  readonly chosen: string;
}

/** Every profile in order of name. Throws `Failure` as `readProfileSet`. */
export function readProfiles(runtime: ProfileFile): readonly NamedProfile[] {
  return readProfileSet(runtime).profiles;
}

type ProfileFile = Pick<ProfileRuntime, 'folders' | 'readTextFile'>;

/** The profiles. Throws `Failure` local where the file is there and not usable. */
export function readProfileSet({ folders, readTextFile }: ProfileFile): ProfileSet {
  const path = profilesPath(folders.config);
  let text: string;
  try {
    text = readTextFile(path, 'regular');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { profiles: [], chosen: DEFAULT_PROFILE };
    throw unusable(path, error, messageOf(error));
  }
  const { chosen, profiles } = parseProfiles(path, text);
  const named = Object.entries(profiles)
    .map(([name, profile]) => ({ ...profile, name }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  return { profiles: named, chosen };
}

/** Of the file's form. */
export const PROFILES_VERSION = 1;

/** The file of profiles in the folder of settings. */
export function profilesPath(folder: string): string {
  return join(folder, 'profiles.json');
}

function parseProfiles(path: string, text: string) {
  let file: {
    version?: unknown;
    chosen?: unknown;
    profiles?: Record<string, Partial<Profile> | null>;
  };
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw unusable(path, error);
  }
  const { profiles, version } = file ?? {};
  if (version !== PROFILES_VERSION || typeof profiles !== 'object' || profiles === null) {
    throw unusable(path, undefined);
  }
  for (const profile of Object.values(profiles)) {
    const members = [profile?.base_url, profile?.origin, profile?.key_fingerprint];
    const isStored = profile?.storage === 'keychain' || profile?.storage === 'file';
    if (!isStored || members.some((member) => typeof member !== 'string')) {
      throw unusable(path, undefined);
    }
  }
  const chosen = typeof file.chosen === 'string' ? file.chosen : DEFAULT_PROFILE;
  // The file of a key has the name of its profile.
  const wrong = [chosen, ...Object.keys(profiles)].find((name) => !NAME_SHAPE.test(name));
  if (wrong !== undefined) throw unusable(path, undefined, `${path}: ${notAName(wrong)}`);
  return { chosen, profiles: profiles as Record<string, Profile> };
}

function unusable(
  path: string,
  cause: unknown,
  detail = `${path} is not a file of profiles.`,
): Failure {
  const facts = {
    code: 'profiles_unusable',
    title: 'The profiles cannot be read',
    detail,
    advice: 'Fix the file or move it away, and log in again. Nothing was changed.',
  };
  return new Failure('local', facts, { cause });
}
