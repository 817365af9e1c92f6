import { join } from 'node:path';
import { type FileLock, lockFile, waitForLock } from '../base/disk/file-lock.ts';
import { ensurePrivateFolder } from '../base/disk/private-folder.ts';
import { replaceFile } from '../base/disk/replace-file.ts';
import { Failure } from '../contract/failure.ts';
import type { ProfileRuntime } from './profile-runtime.ts';
import {
  DEFAULT_PROFILE,
  PROFILES_VERSION,
  type ProfileSet,
  profilesPath,
  readProfileSet,
} from './profiles.ts';

/**
 * Changes the file of profiles: under a lock, since two logins may run at once, and at once or not
 * at all. Throws `Failure` local.
 */
export async function changeProfiles(
  runtime: ProfileRuntime,
  change: (before: ProfileSet) => ProfileSet,
): Promise<void> {
  const folder = runtime.folders.config;
  await ensurePrivateFolder(folder);
  const lock = await lockProfiles(runtime);
  try {
    const after = change(readProfileSet(runtime));
    const profiles = Object.fromEntries(
      after.profiles.map(({ name, ...profile }) => [name, profile]),
    );
    const chosen = after.chosen === DEFAULT_PROFILE ? undefined : after.chosen;
    const file = { version: PROFILES_VERSION, chosen, profiles };
    const text = `${JSON.stringify(file, undefined, 2)}\n`;
    await replaceFile(profilesPath(folder), text, { mode: 0o600 });
  } finally {
    lock.release();
  }
}

const LOCK_TRIES = 60;
const LOCK_PAUSE_MS = 50;

/**
 * The lock of the profiles and their key files; its holder only writes one small file, so the wait is
 * short. Throws `Failure` local where it is not free within that time, and interrupted on Ctrl-C.
 */
export async function lockProfiles({
  clock,
  folders: { config: folder },
  interruption,
}: ProfileRuntime): Promise<FileLock> {
  const wait = { clock, tries: LOCK_TRIES, pauseMs: LOCK_PAUSE_MS, signal: interruption?.() };
  const lock = await waitForLock(() => lockFile(join(folder, 'profiles.lock')), wait);
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
