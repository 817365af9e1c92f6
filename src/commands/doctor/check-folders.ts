import { type FolderState, folderState } from '../../base/disk/folder-state.ts';
import type { Environment } from '../../base/environment.ts';
import { shellWord } from '../../base/shells/shell-word.ts';
import { isOfOthersToo } from '../../profile/config-folder.ts';
import type { Folders } from '../../profile/folders.ts';
import { unprotectedPath } from '../unprotected-path.ts';
import type { Checklist } from './checklist.ts';

type Fault = Exclude<FolderState, 'absent' | 'private'>;

/** Makes sentences about `path`: what is wrong, and what mends it. */
const FAULTS: Readonly<Record<Fault, (path: string) => readonly [string, string]>> = {
  not_makeable: (path) => [
    `${path} is not there and cannot be made.`,
    'Make a folder above it writable, or choose another (fleet help environment).',
  ],
  unreadable: (path) => [`${path} cannot be looked at.`, 'Make the folders above it readable.'],
  not_a_folder: (path) => [`${path} is not a folder.`, 'Move it away.'],
  of_another_user: (path) => [
    `${path} belongs to another user.`,
    'Change its owner, or choose another folder (fleet help environment).',
  ],
  not_writable: (path) => [`${path} cannot be written.`, `Run: chmod u+wx ${shellWord(path)}`],
  writable_by_others: (path) => [
    `Other users can change what is in ${path}.`,
    `Run: chmod 700 ${shellWord(path)}`,
  ],
  readable_by_others: (path) => [
    `Other users can look into ${path}.`,
    `Run: chmod 700 ${shellWord(path)}`,
  ],
};

/** Others may need to look into it, as a login says too. */
const otherFiles = (path: string) =>
  `It has other files too: choose another folder (fleet help environment), or run: chmod go-w ${shellWord(path)}`;

/** `fleet` neither reads nor sets the lists of rights that Windows has. */
const IN_PROFILE =
  'Choose a folder in your profile (fleet help environment), or limit its rights with icacls.';

/** Our folders as they are; one that is not there yet is made by whoever needs it. */
export async function checkFolders(
  list: Checklist,
  folders: Folders,
  environment: Environment,
): Promise<void> {
  for (const name of ['config', 'cache', 'state'] as const) {
    const check = `${name}_folder`;
    const path = folders[name];
    const state = await folderState(path);
    const unprotected = state === 'private' ? unprotectedPath(path, environment) : undefined;
    if (unprotected !== undefined) {
      list.wrong({ check, state: 'warning', detail: unprotected, fix: IN_PROFILE });
      continue;
    }
    if (state === 'absent') list.ok(check, `${path}, made when it is needed`);
    else if (state === 'private') list.ok(check, path);
    else {
      // What is secret in the other two lies in folders of its own.
      const isShared = name !== 'config' || isOfOthersToo(path);
      if (state === 'readable_by_others' && isShared) {
        list.ok(check, path);
        continue;
      }
      const [detail, mended] = FAULTS[state](path);
      const isInUse = state === 'writable_by_others' && name === 'config' && isShared;
      list.wrong({ check, state: 'failed', detail, fix: isInUse ? otherFiles(path) : mended });
    }
  }
}
