import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureOwnFolder, FolderError, makePrivate } from '../base/disk/private-folder.ts';

/** What we put there; a temporary file of the first ends as it began. */
const OURS = /^(?:profiles\.(?:json|lock)|logins\.lock|keys|\.profiles\.json\..+\.tmp)$/;

/**
 * Makes sure that settings can lie in `path` as by `ensurePrivateFolder`. A folder that has other files as well, as
 * `$HOME`, keeps its mode, since others may need to look into it: ours there are closed each. Throws `FolderError`,
 * also where others can write to such a folder, for they could put theirs in the place of ours.
 */
export async function ensureConfigFolder(path: string): Promise<void> {
  await ensureOwnFolder(path, (folder, mode) => closeIn(path, folder, mode));
}

/** The same of the folder of keys in it, and of the one it is in. */
export async function ensureKeysFolder(config: string): Promise<void> {
  await ensureConfigFolder(config);
  await ensureOwnFolder(join(config, 'keys'), (folder, mode) => closeIn(config, folder, mode));
}

/** Whether a folder of settings has files that are none of ours, or may have. */
export function isOfOthersToo(config: string): boolean {
  try {
    return readdirSync(config).some((name) => !OURS.test(name));
  } catch {
    return true;
  }
}

function closeIn(config: string, folder: string, mode: number): void {
  if (!isOfOthersToo(config)) {
    makePrivate(folder);
    return;
  }
  if ((mode & 0o022) === 0) return;
  const reason = 'other users can change what is in it, and it has more than settings of fleet';
  throw new FolderError('folder_others_write', folder, reason);
}
