import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { changeFile } from '../../base/disk/change-file.ts';
import { createFile } from '../../base/disk/create-file.ts';
import { RightsError } from '../../base/disk/rights-error.ts';
import { type FoundFile, rightsOf, seeFile } from '../../base/disk/seen-file.ts';
import { WriteError } from '../../base/disk/write-error.ts';
import { errorCode } from '../../base/errors.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import type { Clock } from '../../base/time/clock.ts';
import { Failure } from '../../contract/failure.ts';
import {
  busyFile,
  notAFile,
  notText,
  rightsChange,
  unchanged,
  unusableFile,
} from './configuration-failures.ts';

/** How many backups of one file stay. */
const BACKUPS_MAX = 3;
/** Configurations may hold keys of other servers. */
const NEW_FILE_MODE = 0o600;
const BYTE_ORDER_MARK = '\uFEFF';

interface ConfigurationFile {
  /** Without a byte order mark; '' where there is no file. */
  readonly text: string;
  readonly hasMark: boolean;
}

interface ConfigurationChange {
  /** Path of the backup; null where there was no file, or nothing was changed. */
  readonly backup: string | null;
  readonly isChanged: boolean;
}

/**
 * Reads a configuration file as text. Throws `Failure` local where it cannot be read or is not
 * UTF-8.
 */
export async function readConfiguration(path: string): Promise<ConfigurationFile> {
  const { found } = await seeFile(path).catch((error: unknown) => {
    throw knownFailure(path, error) ?? unusableFile(path, error);
  });
  return decode(path, found?.bytes);
}

/**
 * Changes a configuration file by a pure function of its text, with a backup beside it: `changeFile`
 * says what stays. Where the text does not change, nothing is written. Throws `Failure` conflict where
 * other programs go on writing the file, and local where it cannot be read or written.
 */
export async function changeConfiguration(
  path: string,
  change: (text: string) => string,
  clock: Clock,
): Promise<ConfigurationChange> {
  let backup: string | null = null;
  const changed = await changeFile(path, {
    newMode: NEW_FILE_MODE,
    change(before) {
      const { hasMark, text } = decode(path, before);
      const next = change(text);
      return next === text ? undefined : (hasMark ? BYTE_ORDER_MARK : '') + next;
    },
    async beside({ found }) {
      const made = found === undefined ? null : await backUp(path, found, clock);
      backup = made;
      return async () => void (made === null || (await rm(made, { force: true })));
    },
  }).catch((error: unknown) => {
    const known = knownFailure(path, error);
    throw known === undefined ? unusableFile(path, error) : unchanged(known);
  });
  if (changed === 'busy') throw busyFile(path);
  // The entry is in its place: backups beyond those that stay are dropped with a later change.
  if (changed === 'changed') await dropOldBackups(path).catch(() => undefined);
  return { backup, isChanged: changed === 'changed' };
}

/** Whether a path exists; a link without a target does. */
export async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** The text of a broken file in whatever encoding, as far as it decodes; undefined where it cannot be read. */
export async function readBrokenText(path: string): Promise<string | undefined> {
  const seen = await seeFile(path).catch(() => undefined);
  return seen?.found && new TextDecoder().decode(seen.found.bytes).replaceAll('\0', '');
}

/** To whom the file is open its backup is, too: an assistant of somebody else, changed by root, stays theirs. */
async function backUp(path: string, found: FoundFile, clock: Clock): Promise<string> {
  for (let at = clock.now(); ; at += 1) {
    const stamp = new Date(at).toISOString().replace(/[:.-]/g, '');
    const backup = `${path}.fleet-${stamp}.bak`;
    const made = await createFile(backup, found.bytes, rightsOf(found)).catch(
      async (error: unknown) => {
        if (error instanceof WriteError && error.isInPlace) await rm(backup, { force: true });
        throw error;
      },
    );
    if (made === 'created') return backup;
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

function decode(path: string, bytes: Uint8Array | undefined): ConfigurationFile {
  const text = bytes === undefined ? '' : decodeUtf8(bytes, { keepByteOrderMark: true });
  if (text === undefined) throw notText(path);
  const hasMark = text.startsWith(BYTE_ORDER_MARK);
  return { text: hasMark ? text.slice(1) : text, hasMark };
}

/** Undefined for what the system says. */
function knownFailure(path: string, error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  if (error instanceof RightsError) return rightsChange(path, error);
  // Reading a pipe or a device might never end.
  return errorCode(error) === 'ENOTSUP' ? notAFile(path) : undefined;
}
