import { createHash } from 'node:crypto';
import { chown, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type FileLock, lockFile, waitForLock } from '../../../base/disk/file-lock.ts';
import { placeNew, placeOver } from '../../../base/disk/place-file.ts';
import type { Clock } from '../../../base/time/clock.ts';
import { Failure } from '../../../contract/failure.ts';
import type { SinkTarget } from '../journal-entry.ts';
import { envFileWith } from './env-file.ts';
import { refuseForeignPlace } from './foreign-place.ts';
import type { FileSink } from './sink.ts';
import {
  checkFolder,
  placeTaken,
  settledBy,
  stagedPathOf,
  stageFile,
  statOf,
} from './staged-file.ts';
import { valueDoesNotFit, valueText } from './value-text.ts';

const NEW_MODE = 0o600;
const LOCK_TRIES = 300;
const LOCK_PAUSE_MS = 100;

interface DotenvOptions {
  readonly id: string;
  readonly name: string;
  /** Where the locks of env files lie, which several `fleet secret` may want to change at once. */
  readonly lockFolder: string;
  readonly clock: Clock;
  /** Ends the wait for such a lock. */
  readonly signal: AbortSignal;
}

/** The line `NAME=…` of an env file; everything else in the file, its mode and its owner stay. */
export function dotenvSink(
  target: Extract<SinkTarget, { readonly kind: 'dotenv' }>,
  { clock, id, lockFolder, name, signal }: DotenvOptions,
): FileSink {
  const { path } = target;
  const staged = stagedPathOf(path, id);
  let isNew = false;

  async function found() {
    const stat = await statOf(path);
    if (stat !== undefined && !stat.isFile()) throw placeTaken(path, 'it is not a regular file.');
    await refuseForeignPlace(path);
    return stat;
  }

  async function look() {
    const stat = await found();
    if (stat !== undefined) await readFile(path);
    return stat;
  }

  return {
    guarantee: 'exactly_once',
    target,
    look: async () => void (await look()),
    async check() {
      const stat = await look();
      const tried = () => (stat === undefined ? Promise.resolve() : keepOwner(staged, stat));
      await checkFolder(path, staged, { what: 'env file', tried });
    },
    async exclusively(work) {
      const hash = createHash('sha256').update(path).digest('hex').slice(0, 16);
      const lock = await fileLock(join(lockFolder, `file-${hash}.lock`), path, { clock, signal });
      try {
        return await work();
      } finally {
        lock.release();
      }
    },
    async stage(value) {
      const stat = await found();
      isNew = stat === undefined;
      const before = isNew ? new Uint8Array() : await readFile(path);
      const after = envFileWith(before, name, valueText(value));
      await stageFile(staged, after, { mode: stat === undefined ? NEW_MODE : stat.mode & 0o7777 });
      if (stat !== undefined) await keepOwner(staged, stat);
    },
    async place() {
      if (!isNew) return placeOver(staged, path);
      if ((await placeNew(staged, path)) === 'taken') {
        throw placeTaken(path, 'it was created in the meantime; resuming adds the line to it.');
      }
    },
    async settle(value) {
      const byFiles = await settledBy(staged, path);
      if (byFiles !== undefined) return byFiles;
      const file = await readFile(path, 'utf8').catch(() => '');
      return parseEnv(file)[name] === valueText(value) ? 'placed' : 'unclear';
    },
    clear: () => rm(staged, { force: true }),
  };
}

/** A file of somebody else, changed by root, stays readable to them. */
async function keepOwner(
  staged: string,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): Promise<void> {
  const own = await statOf(staged);
  if (own === undefined || (own.uid === uid && own.gid === gid)) return;
  try {
    await chown(staged, uid, gid);
  } catch {
    await rm(staged, { force: true });
    throw valueDoesNotFit(
      'the env file belongs to another user or group, and its owner would change',
    );
  }
}

async function fileLock(
  lockPath: string,
  path: string,
  { clock, signal }: Pick<DotenvOptions, 'clock' | 'signal'>,
): Promise<FileLock> {
  const wait = { clock, signal, tries: LOCK_TRIES, pauseMs: LOCK_PAUSE_MS };
  const lock = await waitForLock(() => lockFile(lockPath), wait);
  if (lock !== undefined) return lock;
  throw new Failure('conflict', {
    code: 'in_use',
    title: 'The env file is in use',
    detail: `Another process is writing ${path} and did not end within ${(LOCK_TRIES * LOCK_PAUSE_MS) / 1000} s.`,
  });
}
