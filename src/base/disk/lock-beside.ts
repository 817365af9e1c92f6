import { type BigIntStats, promises, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode, isMissing } from '../errors.ts';
import { currentUser } from './current-user.ts';
import { type FileLock, lockFile } from './file-lock.ts';

/** Where the lock of a file lies while it is held: beside it, for every process that sees the file. */
export function lockPathOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.fleet-lock`);
}

/**
 * Takes the lock of a file that several users, or processes with folders of their own, may change; undefined
 * where somebody else holds it. Nothing is left beside the file but by a process that is killed, and
 * that is in nobody's way. Throws as `lockFile`.
 */
export async function lockBeside(path: string): Promise<FileLock | undefined> {
  const lockPath = lockPathOf(path);
  await promises.writeFile(lockPath, '', { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  const before = await identityOf(lockPath);
  if (before === undefined || isForeign(before)) return undefined;
  const lock = await lockFile(lockPath);
  if (lock === undefined) return undefined;
  const after = await identityOf(lockPath);
  // The holder of before removed it: another process may have a new one by now.
  if (after === undefined || !SAME.every((member) => before[member] === after[member])) {
    lock.release();
    return undefined;
  }
  return {
    release() {
      const isGone = removed(lockPath);
      lock.release();
      if (!isGone) removed(lockPath);
    },
  };
}

const SAME = ['dev', 'ino', 'birthtimeNs'] as const;

async function identityOf(path: string): Promise<BigIntStats | undefined> {
  return promises.lstat(path, { bigint: true }).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

/** Held, or left, by another user; a second name of another file must not be touched. */
function isForeign({ nlink, uid }: BigIntStats): boolean {
  const user = currentUser();
  return user !== 'none' && (uid !== BigInt(user) || nlink !== 1n);
}

/** Windows removes no file that a process has open, and so none of another holder. */
function removed(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}
