import { promises } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its missing parents, each for this user alone (0700). Rejects with the error of
 * the file system. One step at a time: Node's own recursive way never ends where a parent is there
 * and takes no new folder, as in `/proc`.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  try {
    await promises.mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return promises.stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
