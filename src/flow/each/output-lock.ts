import { type BigIntStats, fstatSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, lockFile } from '../../base/disk/file-lock.ts';
import { ensurePrivateFolder } from '../../base/disk/private-folder.ts';
import { isSameFile } from '../../base/disk/same-file.ts';

const STDOUT = 1;

/** The file that stdout is written to, as a run holds it. */
export interface HeldOutput {
  /** Whether it could not be held, since another run still writes to it. */
  readonly isTaken: boolean;
  release(): void;
}

/**
 * Holds the file that stdout is written to while a run goes on, however that ends, so that no other run
 * repeats what the file does not have yet. Undefined where stdout is no file or the state folder cannot be
 * used: nothing is kept from running by that.
 */
export async function holdOutput(stateFolder: string): Promise<HeldOutput | undefined> {
  try {
    const output = fstatSync(STDOUT, { bigint: true });
    if (!output.isFile()) return undefined;
    const path = await lockPath(stateFolder, output);
    const lock = await lockFile(path);
    return {
      isTaken: lock === undefined,
      release: () => lock && removeAndRelease(path, lock),
    };
  } catch {
    return undefined;
  }
}

/**
 * Whether another run of this user on this computer still writes to a file, which may be what this run
 * writes to as well. Not known where the other writes to a pipe.
 */
export async function isWritten(
  path: string,
  stateFolder: string,
  own: HeldOutput | undefined,
): Promise<boolean> {
  try {
    const file = statSync(path, { bigint: true });
    if (isSameFile(file, fstatSync(STDOUT, { bigint: true }))) return own?.isTaken === true;
    const ownPath = await lockPath(stateFolder, file);
    const lock = await lockFile(ownPath);
    if (lock !== undefined) removeAndRelease(ownPath, lock);
    return lock === undefined;
  } catch {
    return false;
  }
}

async function lockPath(stateFolder: string, { dev, ino }: BigIntStats): Promise<string> {
  const folder = join(stateFolder, 'each');
  await ensurePrivateFolder(folder);
  return join(folder, `${dev}-${ino}.lock`);
}

/** Removed while it is held; Windows removes no open file, and one that stays is held by nobody. */
function removeAndRelease(path: string, lock: FileLock): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is empty, and taken again with the next run into the same file.
  }
  lock.release();
}
