import { join } from 'node:path';
import { createFile } from '../../base/disk/create-file.ts';
import { makeFolder } from '../../base/disk/make-folder.ts';
import { machineFolder, makeFolders } from '../folder.ts';
import { readSkills } from '../skills/skill-folder.ts';
import { COMMENTED_CONFIG } from './first-config.ts';
import { FIRST_SKILL } from './first-skill.ts';

/** What was written of a new machine, by path; `exists` is what was there and stays as it is. */
interface FirstMachine {
  readonly files: readonly { readonly path: string; readonly state: 'created' | 'exists' }[];
}

/**
 * Writes a folder for a machine: commented settings, and a first skill where it has no skill yet. What
 * is there stays as it is. Rejects with the error of the file system or `FolderError`.
 */
export async function writeFirstMachine(root: string): Promise<FirstMachine> {
  const folder = machineFolder(root);
  await makeFolders(folder);
  const config = await createFile(folder.config, COMMENTED_CONFIG, { mode: 0o600 });
  const files = [{ path: folder.config, state: config }];
  const { broken, skills } = await readSkills(folder.skills);
  if (skills.length + broken.length > 0) return { files };
  const skillFolder = join(folder.skills, 'hello');
  await makeFolder(skillFolder);
  const path = join(skillFolder, 'SKILL.md');
  const skill = await createFile(path, FIRST_SKILL, { mode: 0o600 });
  return { files: [...files, { path, state: skill }] };
}
