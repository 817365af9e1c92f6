import { chmodSync, lstatSync, writeFileSync } from 'node:fs';
import { errorCode, messageOf } from '../errors.ts';
import type { Clock } from '../time/clock.ts';
import { pause } from '../time/pause.ts';
import { currentUser } from './current-user.ts';
import { LockFileError } from './lock-file-error.ts';
import { WriteError } from './write-error.ts';

export interface FileLock {
  /** Gives the lock back; the file stays, since removing it would race with the next holder. */
  release(): void;
}

/**
 * Takes the lock that the file at `path` stands for, or gives undefined where somebody else holds
 * it. Node has no flock, and a file with a process id lies after a crash; SQLite takes the
 * operating system's own lock, which ends with the process however that ends. Throws `LockFileError`
 * for something else at `path`, which is left alone, and `WriteError` where it cannot be made.
 */
export async function lockFile(path: string): Promise<FileLock | undefined> {
  const { DatabaseSync } = await import('node:sqlite');
  makePrivate(path);
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw new LockFileError(path, messageOf(error), error);
  }
  return { release: () => database.close() };
}

/**
 * SQLite makes its file readable for all. One that is there is not opened for this: closing it would
 * release the locks that this process has on it (fcntl(2)).
 */
function makePrivate(path: string): void {
  try {
    writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw new WriteError(path, error);
    const found = lstatSync(path);
    if (!found.isFile()) throw new LockFileError(path, 'it is no regular file');
    const isShared = (found.mode & 0o077) !== 0;
    if (isShared && currentUser() !== 'none') chmodSync(path, 0o600);
  }
}

interface LockWait {
  readonly clock: Clock;
  /** How often it is tried in all, and how long is waited after each time that it was taken. */
  readonly tries: number;
  readonly pauseMs: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What `tryLock` gives once it gives something; undefined where it does not within all tries. Throws the
 * reason of `signal` where that aborts before.
 */
export async function waitForLock<Lock>(
  tryLock: () => Promise<Lock | undefined>,
  { clock, pauseMs, signal, tries }: LockWait,
): Promise<Lock | undefined> {
  for (let tried = 0; tried < tries; tried += 1) {
    const lock = await tryLock();
    if (lock !== undefined) return lock;
    await pause(clock, pauseMs, signal);
    signal?.throwIfAborted();
  }
  return undefined;
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
