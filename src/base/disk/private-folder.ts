import { chmodSync, lstatSync } from 'node:fs';
import { currentUser } from './current-user.ts';
import { removeLeftOver } from './left-over.ts';
import { makeFolder } from './make-folder.ts';

/** A folder that cannot be made, or that others could read or change. */
export class FolderError extends Error {
  readonly code: 'folder_not_made' | 'folder_not_private' | 'folder_others_write' | 'folder_shared';
  readonly path: string;
  readonly reason: string;

  constructor(code: FolderError['code'], path: string, reason: string, cause?: unknown) {
    super(`${path}: ${reason}`, { cause });
    this.name = 'FolderError';
    this.code = code;
    this.path = path;
    this.reason = reason;
  }
}

/**
 * Makes sure that `path` is a folder of this user alone (0700), creating it and its parents where
 * they are missing. Throws `FolderError` where it cannot be made, is no folder, a link, or somebody else's:
 * what lies there could be read or swapped by others; and where it is for all users, who would lose it. Windows keeps its own rights. Whoever writes
 * there calls it first, and so it removes what killed processes left half-written.
 */
export async function ensurePrivateFolder(path: string): Promise<void> {
  await ensureOwnFolder(path, makePrivate);
  removeLeftOver(path);
}

/** The same without removing anything, and with `close` for what to do with a folder that others can look into. */
export async function ensureOwnFolder(
  path: string,
  close: (path: string, mode: number) => void,
): Promise<void> {
  await makeFolder(path).catch((error: Error) => {
    throw new FolderError('folder_not_made', path, `it cannot be made: ${error.message}`, error);
  });
  const found = lstatSync(path);
  if (!found.isDirectory()) throw notPrivate(path, 'it is not a folder');
  const user = currentUser();
  if (user !== 'none') {
    if (found.uid !== user) throw notPrivate(path, 'it belongs to another user');
    if ((found.mode & FOR_ALL) === FOR_ALL) {
      throw new FolderError('folder_shared', path, 'it is a folder for all users');
    }
    if ((found.mode & 0o077) !== 0) close(path, found.mode);
  }
}

/** All may write, and only what is their own is theirs to remove: a folder as `/tmp`. */
const FOR_ALL = 0o1002;

/** Only its owner may change a folder's rights, so failing here also means that it is not ours. */
export function makePrivate(path: string): void {
  try {
    chmodSync(path, 0o700);
  } catch (error) {
    throw notPrivate(path, 'its rights cannot be limited to this user', error);
  }
}

function notPrivate(path: string, reason: string, cause?: unknown): FolderError {
  return new FolderError('folder_not_private', path, reason, cause);
}
