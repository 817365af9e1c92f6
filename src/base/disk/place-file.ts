import { promises, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../errors.ts';
import { renameOver } from './rename-over.ts';
import { syncFolder } from './replace-file.ts';
import { isAsSeen, type SeenFile } from './seen-file.ts';

/** What a file system without hard links says; that of exFAT on Windows is EISDIR. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK', 'EISDIR']);

/**
 * Puts a staged file at a place where nothing is; `taken` where something is by now. `makeLink` is that of
 * Node, and a test's where a file system has no hard links.
 */
export async function placeNew(
  staged: string,
  path: string,
  makeLink: (from: string, to: string) => Promise<void> = promises.link,
): Promise<'placed' | 'taken'> {
  try {
    await makeLink(staged, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return 'taken';
    if (!NO_LINKS.has(errorCode(error) ?? '')) throw error;
    return placeWithoutLinks(staged, path);
  }
  await promises.rm(staged, { force: true });
  await syncFolder(dirname(path));
  return 'placed';
}

/** Puts a staged file in the place of whatever is there. */
export async function placeOver(staged: string, path: string): Promise<void> {
  await renameOver(staged, path);
  await syncFolder(dirname(path));
}

/**
 * Puts a staged file in the place of what was seen; `changed`, and nothing is done, where that is not there any
 * more. No system renames on a condition: what another program saves in the microseconds between
 * the look and the rename is lost.
 */
export async function placeIfSeen(staged: string, seen: SeenFile): Promise<'placed' | 'changed'> {
  if (seen.found === undefined) {
    return (await placeNew(staged, seen.target)) === 'placed' ? 'placed' : 'changed';
  }
  let isChanged = false;
  const move = async (from: string, to: string): Promise<void> => {
    isChanged = !isAsSeen(seen);
    if (!isChanged) renameSync(from, to);
  };
  await renameOver(staged, seen.target, { move });
  if (isChanged) return 'changed';
  await syncFolder(dirname(seen.target));
  return 'placed';
}

/** Some file systems have no hard links: an empty file takes the place until the rename. */
async function placeWithoutLinks(staged: string, path: string): Promise<'placed' | 'taken'> {
  try {
    await (await promises.open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return 'taken';
    throw error;
  }
  await placeOver(staged, path);
  return 'placed';
}
