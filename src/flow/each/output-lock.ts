import { type BigIntStats, fstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, lockFile } from '../../base/disk/file-lock.ts';
import { ensurePrivateFolder } from '../../base/disk/private-folder.ts';
import { isSameFile } from '../../base/disk/same-file.ts';

export const STDOUT = 1;

/** So many runs that write to one file at once are seen. */
const RUNS_MAX = 64;

/** The file that stdout is written to, as a run holds it. */
export interface HeldOutput {
  /** Whether it could not be held, since others write to it. */
  readonly isTaken: boolean;
  /** By what it is held. */
  readonly lockPath?: string;
  release(): void;
}

/**
 * Holds the file that stdout is written to while a run goes on, however that ends, so that no other run
 * repeats what the file does not have yet: beside other runs that append to it, or alone where it `repeats`
 * what is in that file. Undefined where stdout is no file or the state folder cannot be used: nothing is
 * kept from running by that.
 */
export async function holdOutput(
  stateFolder: string,
  { repeats }: { readonly repeats: string | undefined },
): Promise<HeldOutput | undefined> {
  try {
    const output = fstatSync(STDOUT, { bigint: true });
    if (!output.isFile()) return undefined;
    const folder = await lockFolder(stateFolder);
    const runsMax = repeats !== undefined && isFile(output, repeats) ? 1 : RUNS_MAX;
    for (let run = 0; run < runsMax; run += 1) {
      const lockPath = join(folder, `${beginningOf(output)}${run === 0 ? '' : `${run}.`}lock`);
      const lock = await lockFile(lockPath);
      if (lock === undefined) continue;
      return { isTaken: false, lockPath, release: () => removeAndRelease(lockPath, lock) };
    }
    return { isTaken: true, release() {} };
  } catch {
    return undefined;
  }
}

/**
 * Whether another run of this user on this computer still writes to a file, which may be what this run
 * writes to as well. Not known where the other writes to a pipe. Throws what keeps
 * the state folder from being used, as a run that repeats cannot tell then what is being sent.
 */
export async function isWritten(
  path: string,
  stateFolder: string,
  own: HeldOutput | undefined,
): Promise<boolean> {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (file === undefined) return false;
  if (own?.isTaken && isOutput(path)) return true;
  return isHeld(file, stateFolder, own);
}

async function isHeld(
  file: BigIntStats,
  stateFolder: string,
  own: HeldOutput | undefined,
): Promise<boolean> {
  const folder = await lockFolder(stateFolder);
  for (const name of readdirSync(folder)) {
    const lockPath = join(folder, name);
    if (!name.startsWith(beginningOf(file)) || lockPath === own?.lockPath) continue;
    const lock = await lockFile(lockPath);
    if (lock === undefined) return true;
    removeAndRelease(lockPath, lock);
  }
  return false;
}

/** Whether stdout is written to the file at a path. */
export function isOutput(path: string): boolean {
  try {
    return isFile(fstatSync(STDOUT, { bigint: true }), path);
  } catch {
    return false;
  }
}

/** Whether stdout is written to a file that is not empty. */
export function outputHasLines(): boolean {
  try {
    const output = fstatSync(STDOUT);
    return output.isFile() && output.size > 0;
  } catch {
    return false;
  }
}

function isFile(output: BigIntStats, path: string): boolean {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file !== undefined && isSameFile(file, output);
}

/** The folder of the locks, made where it is missing. Throws what keeps it from being used. */
export async function lockFolder(stateFolder: string): Promise<string> {
  const folder = join(stateFolder, 'each');
  await ensurePrivateFolder(folder);
  return folder;
}

/** How the names of a file's locks begin. */
export function beginningOf({ dev, ino }: BigIntStats): string {
  return `${dev}-${ino}.`;
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
