import { promises } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../errors.ts';
import { TEMPORARY } from './left-over.ts';
import { renameOver } from './rename-over.ts';
import { RightsError } from './rights-error.ts';
import { WriteError } from './write-error.ts';

export interface FileOptions {
  /** Permission bits of the new file, for example 0o600; `umask`: what that leaves of 0666. */
  readonly mode: number | 'umask';
  /** Whose the new file is, where it may be another's: that of the file whose place it takes. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
}

/** A file that is written and synced beside the one whose place it is to take. */
export interface PreparedFile {
  /** Where it lies until then. */
  readonly temporary: string;
  /** Puts it there. Rejects with `WriteError`, and leaves nothing behind but the file of before. */
  takePlace(): Promise<void>;
  /** Removes it. */
  discard(): Promise<void>;
}

/**
 * Puts `content` at `path` so that a reader, and a machine that loses power, sees the old file or
 * the whole new one: a temporary file in the same folder, written, synced and renamed. Rejects with
 * `WriteError`, a `RightsError` where it cannot be the owner's, and leaves nothing behind.
 */
export async function replaceFile(
  path: string,
  content: Uint8Array | string,
  options: FileOptions,
): Promise<void> {
  await (await prepareFile(path, content, options)).takePlace();
  await syncFolder(dirname(path));
}

/** The first half of `replaceFile`, after which nothing more has to be written. Rejects likewise. */
export async function prepareFile(
  path: string,
  content: Uint8Array | string,
  options: FileOptions,
): Promise<PreparedFile> {
  const temporary = temporaryBeside(path);
  const discard = () => promises.rm(temporary, { force: true });
  const orDiscard = async (step: Promise<void>): Promise<void> => {
    try {
      await step;
    } catch (error) {
      await discard();
      if (error instanceof RightsError) throw new RightsError(path, error.reason, error);
      throw new WriteError(path, error);
    }
  };
  await orDiscard(writeSynced(temporary, content, options));
  return { temporary, takePlace: () => orDiscard(renameOver(temporary, path)), discard };
}

/** A path beside another one for what is to take its place, which is nobody else's. */
export function temporaryBeside(path: string): string {
  const { randomUUID } = process.getBuiltinModule('node:crypto');
  return join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
}

/**
 * Removes what `replaceFile` left in a folder, of all files or of one, when its process was killed; only while
 * none runs there.
 */
export async function removeTemporary(folder: string, of = ''): Promise<void> {
  for (const name of await promises.readdir(folder)) {
    if (TEMPORARY.test(name) && name.startsWith(`.${of}`))
      await promises.rm(join(folder, name), { force: true });
  }
}

/**
 * Writes a file that must not exist yet; when this resolves its bytes are on the disk. Rejects with
 * `WriteError`, a `RightsError` where it cannot be the owner's, and leaves nothing half-written.
 */
export async function writeSynced(
  path: string,
  content: Uint8Array | string,
  { mode, owner }: FileOptions,
): Promise<void> {
  const asked = mode === 'umask' ? 0o666 : mode;
  // Who opens it before it is the owner's would read on in it.
  const first = owner === undefined ? asked : asked & 0o700;
  const file = await promises.open(path, 'wx', first).catch((error: unknown) => {
    throw new WriteError(path, error);
  });
  try {
    if (owner !== undefined) await giveTo(file, path, owner);
    // The mode given to open is cut by the umask; a group's rights may be wanted.
    if (mode !== 'umask') await file.chmod(mode);
    await file.writeFile(content);
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    // Never where it could not be opened: what lies there is somebody else's then.
    await promises.rm(path, { force: true });
    throw error instanceof RightsError ? error : new WriteError(path, error);
  }
}

async function giveTo(
  file: FileHandle,
  path: string,
  { gid, uid }: NonNullable<FileOptions['owner']>,
): Promise<void> {
  const own = await file.stat();
  if (own.uid === uid && own.gid === gid) return;
  await file.chown(uid, gid).catch((error: unknown) => {
    const reason = 'it belongs to another user or group, and its owner would change';
    throw new RightsError(path, reason, error);
  });
}

/**
 * Makes the entries of a folder last. Windows cannot open one and needs no such step, and some file systems
 * know none. Rejects with `WriteError` where the disk fails.
 */
export async function syncFolder(path: string): Promise<void> {
  const folder = await promises.open(path, 'r').catch(() => undefined);
  if (folder === undefined) return;
  try {
    await folder.sync();
  } catch (error) {
    if (!UNSUPPORTED.has(errorCode(error) ?? ''))
      throw new WriteError(path, error, { isInPlace: true });
  } finally {
    // What is synced stays so.
    await folder.close().catch(() => undefined);
  }
}

const UNSUPPORTED: ReadonlySet<string> = new Set(['EINVAL', 'EPERM', 'ENOTSUP', 'ENOSYS']);
