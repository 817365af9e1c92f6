import { dirname, join } from 'node:path';
import { type FileLock, lockFile, waitForLock } from '../base/disk/file-lock.ts';
import {
  type PreparedFile,
  prepareFile,
  removeTemporary,
  syncFolder,
} from '../base/disk/replace-file.ts';
import { Failure } from '../contract/failure.ts';
import { ensureConfigFolder } from './config-folder.ts';
import type { ProfileRuntime } from './profile-runtime.ts';
import {
  DEFAULT_PROFILE,
  PROFILES_VERSION,
  type ProfileSet,
  profilesPath,
  readProfileSet,
} from './profiles.ts';

/** What was done together with a change of the profiles. */
export interface DoneBeside {
  /** Puts back what was there before. */
  takeBack(): Promise<void>;
  /** Removes what only the profiles of before needed; never fails. */
  settle(): Promise<void>;
}

/**
 * Changes the file of profiles: under a lock, since two logins may run at once, and at once or not
 * at all. `beside` is done once the new file needs nothing more than its place, and taken back where it
 * does not get that; once it has, and that lasts, it is settled. Throws `Failure` local, and what `beside` throws.
 */
export async function changeProfiles(
  runtime: ProfileRuntime,
  change: (before: ProfileSet) => ProfileSet,
  beside?: () => Promise<DoneBeside>,
): Promise<void> {
  const folder = runtime.folders.config;
  await ensureConfigFolder(folder);
  const lock = await lockProfiles(runtime);
  try {
    await removeUnplaced(folder, 'profiles.json.');
    const after = change(readProfileSet(runtime));
    const profiles = Object.fromEntries(
      after.profiles.map(({ name, ...profile }) => [name, profile]),
    );
    const chosen = after.chosen === DEFAULT_PROFILE ? undefined : after.chosen;
    const file = { version: PROFILES_VERSION, chosen, profiles };
    const text = `${JSON.stringify(file, undefined, 2)}\n`;
    const path = profilesPath(folder);
    const done = await putInPlace(await prepareFile(path, text, { mode: 0o600 }), beside);
    await syncFolder(dirname(path));
    await done?.settle();
  } finally {
    lock.release();
  }
}

async function putInPlace(
  file: PreparedFile,
  beside: (() => Promise<DoneBeside>) | undefined,
): Promise<DoneBeside | undefined> {
  let done: DoneBeside | undefined;
  try {
    done = await beside?.();
    await file.takePlace();
    return done;
  } catch (error) {
    await file.discard();
    await done?.takeBack();
    throw error;
  }
}

/**
 * Runs what stores or removes a key together with its profile: one login or logout after the other, by a
 * lock of their own, since a keychain may take seconds at each of its calls, for which nobody else is to
 * wait. Throws `Failure` local where the others take too long, interrupted on Ctrl-C, and what `act` throws.
 */
export async function oneAfterOther<Result>(
  runtime: ProfileRuntime,
  act: () => Promise<Result>,
): Promise<Result> {
  await ensureConfigFolder(runtime.folders.config);
  const lock = await lockIn(runtime, 'logins.lock', LOGIN_TRIES);
  try {
    await removeUnplaced(join(runtime.folders.config, 'keys'));
    return await act();
  } finally {
    lock.release();
  }
}

/** What killed logins wrote and did not put in its place; a key among it would outlive the logout. */
async function removeUnplaced(folder: string, of?: string): Promise<void> {
  await removeTemporary(folder, of).catch(() => undefined);
}

const LOCK_TRIES = 60;
/** A login that ends by the time limits of its keychain has made five calls of three seconds. */
const LOGIN_TRIES = 400;
const LOCK_PAUSE_MS = 50;

/**
 * The lock of the profiles and their key files; its holder only writes one small file, so the wait is
 * short. Throws `Failure` local where it is not free within that time, and interrupted on Ctrl-C.
 */
export function lockProfiles(runtime: ProfileRuntime): Promise<FileLock> {
  return lockIn(runtime, 'profiles.lock', LOCK_TRIES);
}

async function lockIn(
  { clock, folders: { config: folder }, interruption }: ProfileRuntime,
  name: string,
  tries: number,
): Promise<FileLock> {
  const wait = { clock, tries, pauseMs: LOCK_PAUSE_MS, signal: interruption?.() };
  const lock = await waitForLock(() => lockFile(join(folder, name)), wait);
  if (lock === undefined) throw busy(folder);
  return lock;
}

function busy(folder: string): Failure {
  return new Failure('local', {
    code: 'profiles_busy',
    title: 'The profiles are being changed',
    detail: `Another process is changing the profiles in ${folder}.`,
    advice: 'Try again.',
  });
}
