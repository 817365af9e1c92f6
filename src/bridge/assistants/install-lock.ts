import { join } from 'node:path';
import { type FileLock, lockFile } from '../../base/disk/file-lock.ts';
import { ensurePrivateFolder } from '../../base/disk/private-folder.ts';
import type { Clock } from '../../base/time/clock.ts';
import { pause } from '../../base/time/pause.ts';
import { Failure } from '../../contract/failure.ts';

const TRIES_MAX = 200;
const RETRY_MS = 50;

/**
 * Runs `work` while no other `fleet mcp install` or `uninstall` of this user runs: of two that read the same
 * configuration, the later one would take the earlier one's entry out. `folder` is one of ours; where
 * nothing can be written there it goes on unguarded. Throws `Failure` conflict after ten seconds.
 */
export async function withInstallLock<T>(
  folder: string,
  clock: Clock,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await waitForLock(folder, clock);
  try {
    return await work();
  } finally {
    lock?.release();
  }
}

async function waitForLock(folder: string, clock: Clock): Promise<FileLock | undefined> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const lock = await tryLock(folder);
    if (lock !== 'held') return lock;
    await pause(clock, RETRY_MS);
  }
  throw new Failure('conflict', {
    code: 'configuration_busy',
    title: 'Another installation goes on',
    detail:
      'Another fleet mcp install or uninstall has not ended for ten seconds. Nothing was written.',
    advice: 'Try again when it has ended.',
  });
}

async function tryLock(folder: string): Promise<FileLock | 'held' | undefined> {
  try {
    await ensurePrivateFolder(folder);
    return (await lockFile(join(folder, 'assistants.lock'))) ?? 'held';
  } catch {
    return undefined;
  }
}
