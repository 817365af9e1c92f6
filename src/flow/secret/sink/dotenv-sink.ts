import { readFile, rm } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { type FileLock, waitForLock } from '../../../base/disk/file-lock.ts';
import { lockBeside, lockPathOf } from '../../../base/disk/lock-beside.ts';
import { placeIfSeen } from '../../../base/disk/place-file.ts';
import type { FileOptions } from '../../../base/disk/replace-file.ts';
import { RightsError } from '../../../base/disk/rights-error.ts';
import { rightsOf, type SeenFile, seeFile } from '../../../base/disk/seen-file.ts';
import type { Clock } from '../../../base/time/clock.ts';
import { Failure, usageFailure } from '../../../contract/failure.ts';
import type { SinkTarget } from '../journal-entry.ts';
import {
  continuedLine,
  crowdedLine,
  envFileWith,
  holdsValue,
  isBehindMark,
  unclosedLine,
} from './env-file.ts';
import { refuseForeignPlace } from './foreign-place.ts';
import { refuseLinked } from './refuse-linked.ts';
import { refuseUnlockable } from './refuse-unlockable.ts';
import type { FileSink } from './sink.ts';
import {
  checkFolder,
  placeTaken,
  refuseListed,
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
  readonly clock: Clock;
  /** Ends the wait for another `fleet secret` that changes the same file. */
  readonly signal: AbortSignal;
}

/**
 * The line `NAME=…` of an env file; everything else in the file, its mode and its owner stay, and so does
 * what other programs write into it meanwhile.
 */
export function dotenvSink(
  target: Extract<SinkTarget, { readonly kind: 'dotenv' }>,
  { clock, id, name, signal }: DotenvOptions,
): FileSink {
  const { path } = target;
  const staged = stagedPathOf(path, id);
  /** What the staged file was made from. */
  let seen: SeenFile | undefined;

  async function look(): Promise<SeenFile> {
    const stat = await statOf(path);
    if (stat !== undefined && !stat.isFile()) throw placeTaken(path, 'it is not a regular file.');
    await refuseForeignPlace(path);
    const seen = await seeFile(path);
    if (seen.found === undefined) return seen;
    if (isUtf16(seen.found.bytes)) {
      throw placeTaken(
        path,
        'it is UTF-16, which the line would make unreadable. Save it as UTF-8.',
      );
    }
    const line = unclosedLine(seen.found.bytes);
    if (line !== undefined) throw unclosedQuote(path, line);
    const crowded = crowdedLine(seen.found.bytes, name);
    if (crowded !== undefined) throw moreOnLine(path, { line: crowded, name });
    const continued = continuedLine(seen.found.bytes, name);
    if (continued !== undefined) throw goesOn(path, continued);
    if (isBehindMark(seen.found.bytes, name)) throw behindMark(path, name);
    await refuseLinked(path);
    await refuseListed(path);
    return seen;
  }

  return {
    guarantee: 'exactly_once',
    target,
    look: async () => void (await look()),
    async check() {
      const rights = rightsAfter(await look());
      const file = await withRights(checkFolder(path, staged, { what: 'env file', rights }));
      await refuseUnlockable(path, staged);
      return file;
    },
    async exclusively(work) {
      const lock = await fileLock(path, { clock, signal });
      try {
        return await work();
      } finally {
        lock.release();
      }
    },
    async stage(value) {
      const now = await look();
      const before = now.found?.bytes ?? new Uint8Array();
      const after = envFileWith(before, name, valueText(value));
      await withRights(stageFile(staged, after, rightsAfter(now)));
      seen = now;
      const isOther = parseEnv(Buffer.from(before).toString('utf8'))[name] !== valueText(value);
      return { replaces: isOther && holdsValue(before, name) };
    },
    place: async () => (seen === undefined ? 'changed' : placeIfSeen(staged, seen)),
    async settle(value) {
      const byFiles = await settledBy(staged, path);
      if (byFiles !== undefined) return byFiles;
      const file = await readFile(path, 'utf8').catch(() => '');
      return parseEnv(file)[name] === valueText(value) ? 'placed' : 'unclear';
    },
    clear: () => rm(staged, { force: true }),
  };
}

/** By its byte order mark, as Windows PowerShell writes it with `>`. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function unclosedQuote(path: string, line: number): Failure {
  return usageFailure(
    'The env file has a quote that is not closed',
    `Line ${line} of ${path} opens a quote, and it is unclear which lines belong to its value.`,
    `Close the quote in line ${line}; if it stands behind a backslash, leave the quotes out.`,
  );
}

function moreOnLine(
  path: string,
  { line, name }: { readonly line: number; readonly name: string },
) {
  return usageFailure(
    'The env file has more on the line of the value',
    `Line ${line} of ${path} has more than ${name}, which would go with the old value.`,
    'Put each assignment on a line of its own, or the value into quotes.',
  );
}

function goesOn(path: string, line: number): Failure {
  return usageFailure(
    'The env file has a backslash where the line of the value would go on',
    `Line ${line} of ${path} ends in a backslash, and sh takes the line behind it for a part of it.`,
    `Put the value of line ${line} into single quotes, or an empty line behind it.`,
  );
}

function behindMark(path: string, name: string): Failure {
  return usageFailure(
    'The env file begins with a byte order mark',
    `${path} has ${name} in its first line, where many readers take the mark for a part of the name.`,
    'Save it as UTF-8 without a byte order mark.',
  );
}

function rightsAfter({ found }: SeenFile): FileOptions {
  return found === undefined ? { mode: NEW_MODE } : rightsOf(found);
}

async function withRights<Result>(step: Promise<Result>): Promise<Result> {
  return step.catch((error: unknown) => {
    throw error instanceof RightsError
      ? valueDoesNotFit(`of the env file, ${error.reason}`)
      : error;
  });
}

async function fileLock(
  path: string,
  { clock, signal }: Pick<DotenvOptions, 'clock' | 'signal'>,
): Promise<FileLock> {
  const wait = { clock, signal, tries: LOCK_TRIES, pauseMs: LOCK_PAUSE_MS };
  const lock = await waitForLock(() => lockBeside(path), wait);
  if (lock !== undefined) return lock;
  throw new Failure('conflict', {
    code: 'in_use',
    title: 'The env file is in use',
    detail: `Another process is writing ${path} and did not end within ${(LOCK_TRIES * LOCK_PAUSE_MS) / 1000} s, or another user left ${lockPathOf(path)} there.`,
  });
}
