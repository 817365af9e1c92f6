import { chmod, lstat } from 'node:fs/promises';
import { Failure } from '../contract/failure.ts';
import { currentUser } from './current-user.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Makes sure that `path` is a folder of this user alone (0700), creating it and its parents where
 * they are missing. Throws `Failure` local where it cannot be made, is no folder, a link, or somebody
 * else's: what lies there could be read or swapped by others. Windows keeps its own rights.
 */
export async function ensurePrivateFolder(path: string): Promise<void> {
  await makeFolder(path).catch((error: Error) => {
    throw unusable(path, 'folder_not_made', `it cannot be made: ${error.message}`, error);
  });
  const found = await lstat(path);
  if (!found.isDirectory()) throw notPrivate(path, 'it is not a folder');
  const user = currentUser();
  if (user === 'none') return;
  if (user !== 'unknown' && found.uid !== user)
    throw notPrivate(path, 'it belongs to another user');
  if ((found.mode & 0o077) !== 0) await makePrivate(path);
}

/** Only its owner may change a folder's rights, so failing here also means that it is not ours. */
async function makePrivate(path: string): Promise<void> {
  try {
    await chmod(path, 0o700);
  } catch (error) {
    throw notPrivate(path, 'its rights cannot be limited to this user', error);
  }
}

function notPrivate(path: string, why: string, cause?: unknown): Failure {
  return unusable(path, 'folder_not_private', why, cause);
}

function unusable(path: string, code: string, why: string, cause: unknown): Failure {
  const variables = 'FLEET_CACHE_DIR, FLEET_CONFIG_DIR or FLEET_STATE_DIR';
  const remedy = code === 'folder_not_made' ? 'Choose another' : 'Remove it, or choose another';
  return new Failure(
    'local',
    {
      code,
      title: 'A folder cannot be used',
      detail: `${path}: ${why}`,
      advice: `${remedy} with ${variables}.`,
    },
    { cause },
  );
}
