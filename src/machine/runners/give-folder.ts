import { lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunUser } from './run-user.ts';

/**
 * Gives a folder to a user, with everything in it: of a link the link itself, and nothing behind it.
 * Only for a folder that nobody else can reach yet, since what is swapped meanwhile would be given away.
 * Rejects with the error of the file system.
 */
export async function giveFolder(
  folder: string,
  user: Pick<RunUser, 'gid' | 'uid'>,
): Promise<void> {
  // Node's own recursive way looks behind links to folders, also round and round.
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveFolder(path, user);
    else await lchown(path, user.uid, user.gid);
  }
  await lchown(folder, user.uid, user.gid);
}
