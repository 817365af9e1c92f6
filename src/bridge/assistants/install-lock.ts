import { join } from 'node:path';
import { type FileLock, lockFile, waitForLock } from '../../base/disk/file-lock.ts';
import { makeFolder } from '../../base/disk/make-folder.ts';
import type { Clock } from '../../base/time/clock.ts';
import { Failure } from '../../contract/failure.ts';

const TRIES = 200;
const PAUSE_MS = 50;

/**
 * Runs `work` while no other `fleet mcp install` or `uninstall` of this user runs: of two that read the same
 * configuration, the later one would remove the entry of the earlier one. Where nothing can be written
 * in `folder` it runs without the lock. Throws `Failure` conflict after ten seconds.
 */
export async function withInstallLock<T>(
  folder: string,
  clock: Clock,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await installLock(folder, clock);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function installLock(folder: string, clock: Clock): Promise<FileLock> {
  const lock = await waitForLock(() => tryLock(folder), { clock, tries: TRIES, pauseMs: PAUSE_MS });
  if (lock !== undefined) return lock;
  throw new Failure('conflict', {
    code: 'configuration_busy',
    title: 'Another installation is running',
    detail:
      'Another fleet mcp install or uninstall has not ended for ten seconds. Nothing was written.',
    advice: 'Try again when it has ended.',
  });
}

/** Undefined where another process has the lock; a lock without effect where nothing can be written. */
async function tryLock(folder: string): Promise<FileLock | undefined> {
  try {
    // One that is there keeps its mode: it may be of others' use too.
    await makeFolder(folder);
    return await lockFile(join(folder, 'assistants.lock'));
  } catch {
    return { release: () => {} };
  }
}
