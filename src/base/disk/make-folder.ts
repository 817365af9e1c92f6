import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its missing parents, each for this user alone (0700). Rejects with the error of
 * the file system. One step at a time: Node's own recursive way never ends where a parent is there
 * and takes no new folder, as in `/proc`. Without `node:fs/promises`, which takes longer to load.
 */
export async function makeFolder(path: string): Promise<void> {
  if (isFolder(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
