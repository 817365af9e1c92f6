import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileIdentity, isSameFile } from '../../../base/disk/same-file.ts';
import { placeTaken, stagedPathOf } from './staged-file.ts';

/** A name that another process of ours gives the file for a moment may come or go between two looks. */
const LOOKS = 3;

/**
 * Throws `Failure` conflict for a file with a second name (a hard link): another one takes its place, and who reads
 * the old one by that name would never know. Names under which a value is staged beside it are ours.
 */
export async function refuseLinked(path: string): Promise<void> {
  for (let looked = 0; looked < LOOKS; looked += 1) {
    const { nlink } = await lstat(path);
    if (nlink <= 1 || nlink <= 1 + (await stagedNames(path))) return;
  }
  throw placeTaken(
    path,
    'it has another name (a hard link), which would keep the old lines. Make that a symbolic link, or name a file of its own.',
  );
}

async function stagedNames(path: string): Promise<number> {
  const folder = dirname(path);
  const [begins = '', ends = ''] = basename(stagedPathOf(path, '\0')).split('\0');
  const file = await fileIdentity(path);
  let count = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(begins) || !name.endsWith(ends)) continue;
    const other = await fileIdentity(join(folder, name)).catch(() => undefined);
    if (other !== undefined && isSameFile(file, other)) count += 1;
  }
  return count;
}
