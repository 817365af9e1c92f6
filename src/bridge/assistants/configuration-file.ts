import { lstat, mkdir, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../../contract/clock.ts';
import { Failure } from '../../contract/failure.ts';
import { createFile } from '../../disk/create-file.ts';
import { replaceFile } from '../../disk/replace-file.ts';

/** How many backups of one file stay. */
const BACKUPS_MAX = 3;
/** How often a change is worked out anew because the assistant wrote the file meanwhile. */
const TRIES_MAX = 3;
/** Configurations may hold keys of other servers. */
const NEW_FILE_MODE = 0o600;
const BYTE_ORDER_MARK = '\uFEFF';

interface ConfigurationFile {
  /** Without a byte order mark; '' where there is no file. */
  readonly text: string;
  readonly bytes: Uint8Array | undefined;
  readonly hasMark: boolean;
}

export interface FileChange {
  /** Path of the backup; null where there was nothing to keep, or nothing was changed. */
  readonly backup: string | null;
  readonly isChanged: boolean;
}

/**
 * Reads a configuration file as text. Throws `Failure` local where it is not UTF-8; rejects with the
 * error of the file system where it cannot be read.
 */
export async function readConfiguration(path: string): Promise<ConfigurationFile> {
  const bytes = await readIfThere(path);
  const decoded = bytes === undefined ? '' : decode(path, bytes);
  const hasMark = decoded.startsWith(BYTE_ORDER_MARK);
  return { text: hasMark ? decoded.slice(1) : decoded, bytes, hasMark };
}

/**
 * Changes a configuration file by a pure function of its text, with a backup beside it: the file that a
 * link stands for is replaced, its mode stays. An unchanged text writes nothing. Where somebody writes the file
 * meanwhile the change is worked out anew; throws `Failure` conflict where that never ends.
 */
export async function changeConfiguration(
  path: string,
  change: (text: string) => string,
  clock: Clock,
): Promise<FileChange> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const { text, bytes, hasMark } = await readConfiguration(path);
    const next = change(text);
    if (next === text) return { backup: null, isChanged: false };
    const target = bytes === undefined ? path : await realpath(path);
    const mode = bytes === undefined ? NEW_FILE_MODE : (await stat(target)).mode & 0o777;
    await mkdir(dirname(target), { recursive: true });
    const backup = bytes === undefined ? null : await backUp(path, bytes, { mode, clock });
    if (isSame(bytes, await readIfThere(path))) {
      await replaceFile(target, (hasMark ? BYTE_ORDER_MARK : '') + next, { mode });
      await dropOldBackups(path);
      return { backup, isChanged: true };
    }
    if (backup !== null) await rm(backup, { force: true });
  }
  throw new Failure('conflict', {
    code: 'configuration_busy',
    title: 'The configuration keeps changing',
    detail: `${path} was written by another program while it was being changed. Nothing was written.`,
    advice: 'Close the assistant and try again.',
  });
}

/** Whether a path exists, a link that leads nowhere included. */
export async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

async function backUp(
  path: string,
  bytes: Uint8Array,
  { mode, clock }: { readonly mode: number; readonly clock: Clock },
): Promise<string> {
  for (let at = clock.now(); ; at += 1) {
    const stamp = new Date(at).toISOString().replace(/[:.-]/g, '');
    const backup = `${path}.fleet-${stamp}.bak`;
    if ((await createFile(backup, bytes, { mode })) === 'created') return backup;
  }
}

async function dropOldBackups(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  const backups = (await readdir(folder)).filter(
    (each) => each.startsWith(`${name}.fleet-`) && /\.fleet-\d{8}T\d{9}Z\.bak$/.test(each),
  );
  // Their stamps sort by time.
  for (const old of backups.sort().slice(0, -BACKUPS_MAX)) await rm(join(folder, old));
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && !(await exists(path))) return undefined;
    throw error;
  }
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new Failure(
      'local',
      {
        code: 'configuration_unreadable',
        title: 'The configuration cannot be read',
        detail: `${path} is not UTF-8 text. Nothing was written.`,
      },
      { cause: error },
    );
  }
}

function isSame(before: Uint8Array | undefined, after: Uint8Array | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return Buffer.compare(before, after) === 0;
}
