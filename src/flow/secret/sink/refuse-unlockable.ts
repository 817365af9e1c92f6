import { rm } from 'node:fs/promises';
import { type FileLock, lockFile } from '../../../base/disk/file-lock.ts';
import { LockFileError } from '../../../base/disk/lock-file-error.ts';
import { usageFailure } from '../../../contract/failure.ts';

/**
 * Throws `Failure` usage where no lock can be taken in the folder of an env file, as on a network disk whose
 * server keeps none: by one on `staged`, which nobody else can hold, so that it is not taken for a lock of another process.
 */
export async function refuseUnlockable(path: string, staged: string): Promise<void> {
  let lock: FileLock | undefined;
  let why = '';
  try {
    lock = await lockFile(staged);
  } catch (error) {
    if (!(error instanceof LockFileError)) throw error;
    why = ` (${error.reason})`;
  } finally {
    // Windows removes no file that is open.
    lock?.release();
    await rm(staged, { force: true });
  }
  if (lock !== undefined) return;
  throw usageFailure(
    'The env file cannot be written',
    `${path}: its file system takes no locks${why}, and what another program writes there at the same time would be lost. Nothing was requested from the machine.`,
    'Name a file of its own for the value, which needs none, or an env file on another disk.',
  );
}
