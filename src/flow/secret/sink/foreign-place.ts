import { lstat, readlink, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';
import { currentUser } from '../../../base/disk/current-user.ts';
import { isMissing } from '../../../base/errors.ts';
import { Failure } from '../../../contract/failure.ts';

/** What a path leads to with as many links is left to the system, which refuses it (ELOOP). */
const LINKS_MAX = 40;
const ROOT_USER = 0;

/**
 * Follows an absolute path step by step. Throws `Failure` conflict where a link on the way, or the file
 * at its end, is of another user who put it, or a folder above it, into a folder that others can write
 * to: that user would choose the file that gets the value, or read it there. What root and the
 * folder's owner put there is trusted, as Linux does (fs.protected_symlinks).
 */
export async function refuseForeignPlace(path: string): Promise<void> {
  const user = currentUser();
  if (user === 'none') return;
  let folder = parse(path).root;
  let isForeign = false;
  let links = 0;
  const steps = stepsOf(path);
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    const next = join(folder, step);
    if (step === '..') {
      folder = dirname(folder);
      continue;
    }
    const entry = await existing(next);
    if (entry === undefined) return;
    isForeign ||= await isPutByAnother(entry.uid, folder, user);
    const isOwn = entry.uid === user || entry.uid === ROOT_USER;
    if (isForeign && !isOwn && !entry.isDirectory()) throw foreign(next);
    if (!entry.isSymbolicLink()) {
      folder = next;
      continue;
    }
    links += 1;
    if (links > LINKS_MAX) return;
    const target = await readlink(next);
    if (isAbsolute(target)) folder = parse(target).root;
    steps.unshift(...stepsOf(target));
  }
}

function stepsOf(path: string): string[] {
  return path
    .slice(parse(path).root.length)
    .split(sep)
    .filter((step) => step !== '' && step !== '.');
}

async function existing(path: string) {
  return lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

async function isPutByAnother(owner: number, folder: string, user: number): Promise<boolean> {
  if (owner === user || owner === ROOT_USER) return false;
  const { mode, uid } = await stat(folder);
  return (mode & 0o022) !== 0 && owner !== uid;
}

function foreign(path: string): Failure {
  return new Failure('conflict', {
    code: 'foreign_place',
    title: 'The value cannot be written there',
    detail: `${path} is of another user, who put it into a folder that others can write to and would get the value.`,
    advice: 'Name a file in a folder of your own.',
  });
}
