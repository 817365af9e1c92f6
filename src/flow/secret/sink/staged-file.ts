import { link, lstat, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { canClose, readersOf } from '../../../base/disk/open-file.ts';
import { type FileOptions, writeSynced } from '../../../base/disk/replace-file.ts';
import { RightsError } from '../../../base/disk/rights-error.ts';
import { fileIdentity, isSameFile } from '../../../base/disk/same-file.ts';
import type { AdviceStep } from '../../../contract/advice-step.ts';
import { Failure, usageFailure } from '../../../contract/failure.ts';
import { type ReadableFile, readableFile } from '../readable-file.ts';
import { refuseForeignPlace } from './foreign-place.ts';

/** What a person calls the file: it is named in the failures. */
type FileKind = 'file' | 'env file';

/**
 * The name under which an entry stages its value beside the file that it is for. That of `.env` begins as it does: what
 * keeps env files from others, as a `.gitignore`, fits it too.
 */
export function stagedPathOf(path: string, id: string): string {
  const name = basename(path);
  return join(dirname(path), `${name.startsWith('.') ? '' : '.'}${name}.${id}.tmp`);
}

/**
 * The place that a typed path means, without links on the way to it; `follow` also resolves the last
 * part, so that a link stays one and its file is replaced. Throws `Failure` usage, and conflict for a
 * path that another user chose.
 */
export async function resolvePath(
  typed: string,
  {
    folder,
    follow,
    what,
  }: { readonly folder: string; readonly follow: boolean; readonly what: FileKind },
): Promise<string> {
  if (typed === '') {
    throw usageFailure(`The path of the ${what} is empty`, 'It has to be the path of a file.');
  }
  const path = resolve(folder, typed);
  try {
    const isThere = (await statOf(path)) !== undefined;
    await refuseForeignPlace(follow ? path : dirname(path));
    if (follow && isThere) return await realpath(path);
    return join(await realpath(dirname(path)), basename(path));
  } catch (error) {
    throw unusable(path, what, error);
  }
}

/**
 * Sees whether files with these rights can be made beside `path`, by making one; gives that of `path` where
 * others will be able to read it. Throws `Failure` usage, and conflict where they would by an access list or
 * nothing can take the place of what is there, and `RightsError`.
 */
export async function checkFolder(
  path: string,
  staged: string,
  { rights, what }: { readonly what: FileKind; readonly rights: FileOptions },
): Promise<ReadableFile | undefined> {
  try {
    await writeSynced(staged, new Uint8Array(), rights);
    const file = await refuseGiven(path, staged, rights)
      .then(() => readableAs(path, staged))
      .finally(() => rm(staged));
    await refuseMounted(path, staged);
    return file;
  } catch (error) {
    const isKnown = error instanceof RightsError || error instanceof Failure;
    throw isKnown ? error : unusable(path, what, error);
  }
}

/** What others can read at `path` once the staged file lies there, whose mode changes by this look. */
async function readableAs(path: string, staged: string): Promise<ReadableFile | undefined> {
  const readers = await readersOf(staged);
  const keepsModes = readers === 'nobody' || (await canClose(staged));
  return readableFile({ path, has: 'value', readers, keepsModes });
}

/**
 * Throws `Failure` conflict for a file that is mounted by itself, as a container has an env file of its host: no
 * rename goes there, which shows only in that nothing beside it can be a second name of it.
 */
async function refuseMounted(path: string, staged: string): Promise<void> {
  const code = await link(path, staged).then(() => '', codeOf);
  await rm(staged, { force: true });
  if (code === 'EXDEV') {
    throw placeTaken(
      path,
      'it is mounted by itself, as in a container, and nothing can take its place.',
    );
  }
}

/** Throws `Failure` conflict for a file with an access list: others would gain or lose the value. */
export async function refuseListed(path: string): Promise<void> {
  const { refuseAccessList } = await import('../../../base/disk/access-list.ts');
  await refuseAccessList(path).catch(listed);
}

/** The same of the list that the folder of a file with these rights gives to the staged one. */
async function refuseGiven(path: string, staged: string, { mode }: FileOptions): Promise<void> {
  const { refuseGivenList } = await import('../../../base/disk/access-list.ts');
  await refuseGivenList(staged, mode, path).catch(listed);
}

function listed(error: unknown): never {
  if (!(error instanceof RightsError)) throw error;
  throw new Failure('conflict', {
    code: 'access_list',
    title: 'The value cannot be written to the file',
    detail: `${error.path}: ${error.reason}.`,
  });
}

/** What lies at a path, a link as itself; undefined where nothing does. */
export async function statOf(path: string) {
  return await lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/** Writes the whole of a file beside its place, or nothing; one staged before is dropped. */
export async function stageFile(
  staged: string,
  content: Uint8Array,
  rights: FileOptions,
): Promise<void> {
  await rm(staged, { force: true });
  await writeSynced(staged, content, rights);
}

/** How far a crash let `place` come, by the two files; undefined where the staged one is gone. */
export async function settledBy(
  staged: string,
  path: string,
): Promise<'placed' | 'not_placed' | undefined> {
  const [ours, placed] = [await identityOf(staged), await identityOf(path)];
  if (ours === undefined) return undefined;
  if (placed === undefined || !isSameFile(ours, placed)) return 'not_placed';
  await rm(staged, { force: true });
  return 'placed';
}

async function identityOf(path: string) {
  return await fileIdentity(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

function unusable(path: string, what: FileKind, error: unknown): Error {
  const code = codeOf(error);
  if (code === '') return error instanceof Error ? error : new Error(String(error));
  return usageFailure(
    `The ${what} cannot be written`,
    `${path}: ${REASONS[code] ?? code}. Nothing was requested from the machine.`,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'a part of the path is not a folder',
  EACCES: 'its folder may not be written to',
  EPERM: 'its folder may not be written to',
  EROFS: 'its file system is read-only',
  ENOSPC: 'there is no room',
  ELOOP: 'its links go in a circle',
  ENAMETOOLONG: 'the name is too long',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A file that is there, or came meanwhile, and is not to be touched. */
export function placeTaken(
  path: string,
  detail: string,
  next: readonly AdviceStep[] = [],
): Failure {
  return new Failure('conflict', {
    code: 'file_exists',
    title: 'The value cannot be written to the file',
    detail: `${path}: ${detail}`,
    next,
  });
}
