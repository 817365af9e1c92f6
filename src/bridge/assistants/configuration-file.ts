import { lstat, mkdir, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createFile } from '../../base/disk/create-file.ts';
import { currentUser } from '../../base/disk/current-user.ts';
import { type FileOptions, replaceFile } from '../../base/disk/replace-file.ts';
import { errorCode } from '../../base/errors.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import type { Clock } from '../../base/time/clock.ts';
import { Failure } from '../../contract/failure.ts';
import { busyFile, notAFile, notText, unchanged, unusableFile } from './configuration-failures.ts';

/** How many backups of one file stay. */
const BACKUPS_MAX = 3;
/** How often a change is tried because the assistant wrote the file meanwhile. */
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

interface FileChange {
  /** Path of the backup; null where there was no file, or nothing was changed. */
  readonly backup: string | null;
  readonly isChanged: boolean;
}

/**
 * Reads a configuration file as text. Throws `Failure` local where it cannot be read or is not
 * UTF-8.
 */
export async function readConfiguration(path: string): Promise<ConfigurationFile> {
  try {
    return await readText(path);
  } catch (error) {
    throw error instanceof Failure ? error : unusableFile(path, error);
  }
}

/**
 * Changes a configuration file by a pure function of its text, with a backup beside it: the target of
 * a link is replaced, its mode and owner stay. Where the text does not change, nothing is written. Where another
 * program writes the file meanwhile, the change is tried again. Throws `Failure` conflict where that
 * does not end, and local where the file cannot be read or written.
 */
export async function changeConfiguration(
  path: string,
  change: (text: string) => string,
  clock: Clock,
): Promise<FileChange> {
  try {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const done = await tryChange(path, change, clock);
      if (done !== undefined) return done;
    }
  } catch (error) {
    throw error instanceof Failure ? unchanged(error) : unusableFile(path, error);
  }
  throw busyFile(path);
}

/** Undefined where another program has written the file meanwhile. */
async function tryChange(
  path: string,
  change: (text: string) => string,
  clock: Clock,
): Promise<FileChange | undefined> {
  const { text, bytes, hasMark } = await readText(path);
  const next = change(text);
  if (next === text) return { backup: null, isChanged: false };
  const target = bytes === undefined ? path : await realpath(path);
  const options = bytes === undefined ? { mode: NEW_FILE_MODE } : await optionsOf(target);
  await mkdir(dirname(target), { recursive: true });
  const backup = bytes === undefined ? null : await backUp(path, bytes, { options, clock });
  if (!isSame(bytes, await readIfThere(path))) {
    if (backup !== null) await rm(backup, { force: true });
    return undefined;
  }
  await replaceFile(target, (hasMark ? BYTE_ORDER_MARK : '') + next, options);
  await dropOldBackups(path);
  return { backup, isChanged: true };
}

/** Whether a path exists; a link without a target does. */
export async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** The text of a broken file in whatever encoding, as far as it decodes; undefined where it cannot be read. */
export async function readBrokenText(path: string): Promise<string | undefined> {
  const bytes = await readIfThere(path).catch(() => undefined);
  return bytes && new TextDecoder().decode(bytes).replaceAll('\0', '');
}

async function readText(path: string): Promise<ConfigurationFile> {
  const bytes = await readIfThere(path);
  const decoded = bytes === undefined ? '' : decode(path, bytes);
  const hasMark = decoded.startsWith(BYTE_ORDER_MARK);
  return { text: hasMark ? decoded.slice(1) : decoded, bytes, hasMark };
}

/** To root, a file of somebody else stays his: an assistant has to read its own configuration. */
async function optionsOf(file: string): Promise<FileOptions> {
  const { gid, mode, uid } = await stat(file);
  const isAnothers = currentUser() === 0 && uid !== 0;
  return { mode: mode & 0o777, ...(isAnothers ? { owner: { uid, gid } } : {}) };
}

async function backUp(
  path: string,
  bytes: Uint8Array,
  { options, clock }: { readonly options: FileOptions; readonly clock: Clock },
): Promise<string> {
  for (let at = clock.now(); ; at += 1) {
    const stamp = new Date(at).toISOString().replace(/[:.-]/g, '');
    const backup = `${path}.fleet-${stamp}.bak`;
    if ((await createFile(backup, bytes, options)) === 'created') return backup;
  }
}

async function dropOldBackups(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  const backups = (await readdir(folder)).filter(
    (each) => each.startsWith(`${name}.fleet-`) && /\.fleet-\d{8}T\d{9}Z\.bak$/.test(each),
  );
  // Their stamps sort by time.
  for (const old of backups.sort().slice(0, -BACKUPS_MAX)) {
    await rm(join(folder, old), { force: true });
  }
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    // Reading a pipe or a device might never end.
    if (!(await stat(path)).isFile()) throw notAFile(path);
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && !(await exists(path))) return undefined;
    throw error;
  }
}

function decode(path: string, bytes: Uint8Array): string {
  const text = decodeUtf8(bytes, { keepByteOrderMark: true });
  if (text === undefined) throw notText(path);
  return text;
}

function isSame(before: Uint8Array | undefined, after: Uint8Array | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return Buffer.compare(before, after) === 0;
}
