import { chmodSync, closeSync, fchownSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { currentUser } from '../../../base/disk/current-user.ts';
import { errorCode, isMissing } from '../../../base/errors.ts';
import { Failure } from '../../../contract/failure.ts';

/**
 * Refuses a folder in which every user may put files of theirs in the place of ours. A group that may
 * write was given that by the folder's owner. Throws `Failure` local, `data_folder_open`.
 */
export function refuseOpenFolder(folder: string): void {
  if (currentUser() === 'none' || (statSync(folder).mode & 0o002) === 0) return;
  throw new Failure('local', {
    code: 'data_folder_open',
    title: 'Every user may write in the data folder',
    detail: `${folder} has the rights ${(statSync(folder).mode & 0o7777).toString(8)}.`,
    advice: 'Take that right away with chmod o-w, or give another folder.',
  });
}

/**
 * Makes sure that a file is this user's alone (0600), making it where it is missing: whoever may read
 * a database sees hosted URLs and bodies, and stops its writers by a lock. It is never opened where
 * it is there, since closing it would drop the locks that this process has on it (POSIX, `fcntl`).
 */
export function closeToOthers(path: string): void {
  try {
    const made = openSync(path, 'wx', 0o600);
    try {
      giveToOwner(made, dirname(path));
    } finally {
      closeSync(made);
    }
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  closeIfThere(path);
}

/** What root makes, as by sudo, belongs to the user of the folder, whose server could not open it else. */
function giveToOwner(file: number, folder: string): void {
  if (currentUser() !== 0) return;
  const { gid, uid } = statSync(folder);
  if (uid !== 0) fchownSync(file, uid, gid);
}

/** As `closeToOthers`, of a file that may be missing: SQLite makes its own with the rights of the database. */
export function closeIfThere(path: string): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
