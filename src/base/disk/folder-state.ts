import { access, constants, lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from '../errors.ts';
import { currentUser } from './current-user.ts';

/** The first of these that holds for a folder, the worst first; `private` is as we make them. */
export type FolderState =
  | 'absent'
  /** Absent, and so it stays: this user may not write where it would be. */
  | 'not_makeable'
  | 'unreadable'
  | 'not_a_folder'
  | 'of_another_user'
  | 'not_writable'
  | 'writable_by_others'
  | 'readable_by_others'
  | 'private';

/** Looks at a folder and changes nothing. Windows keeps its own rights, which are not looked at. */
export async function folderState(path: string): Promise<FolderState> {
  try {
    const found = await lstat(path);
    if (!found.isDirectory()) return 'not_a_folder';
    const user = currentUser();
    if (user !== 'none' && found.uid !== user) return 'of_another_user';
    if (!(await isWritable(path))) return 'not_writable';
    if (user === 'none') return 'private';
    if ((found.mode & 0o022) !== 0) return 'writable_by_others';
    return (found.mode & 0o055) !== 0 ? 'readable_by_others' : 'private';
  } catch (error) {
    if (!isMissing(error)) return 'unreadable';
    return (await isMakeable(dirname(path))) ? 'absent' : 'not_makeable';
  }
}

/** Whether a folder can be made in this one, which may be missing as well. */
async function isMakeable(parent: string): Promise<boolean> {
  try {
    return (await stat(parent)).isDirectory() && (await isWritable(parent));
  } catch (error) {
    return isMissing(error) && dirname(parent) !== parent && isMakeable(dirname(parent));
  }
}

async function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}
