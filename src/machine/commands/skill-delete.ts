import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { MachineError } from '../machine-error.ts';
import { SKILL_NAME_PATTERN } from '../skills/front-matter.ts';
import { hasSkillFolder, repositoryOf } from '../skills/skill-folder.ts';
import { defineCommand } from './define-command.ts';
import { refuseLinked } from './skill-save.ts';

const REMOVED = '.removed-skills';

/**
 * Moves the folder of a skill, valid or not, from `skills/` to `jobs/.removed-skills/`; of a link in its place
 * the link itself, and nothing that it leads to.
 */
export const skillDelete = defineCommand({
  type: 'skill.delete',
  args: z.strictObject({ skill: z.string().max(64) }),
  async run(machine, { skill: name }): Promise<ServiceCommandResults['skill.delete']> {
    const { jobs, skills } = machine.folder;
    if (!SKILL_NAME_PATTERN.test(name) || !(await hasSkillFolder(skills, name))) {
      throw new MachineError('unknown_skill', `the machine has no skill ${name}`);
    }
    refuseLinked(name, await repositoryOf(skills, name));
    const at = new Date(machine.clock.now()).toISOString().replace(/[:.]/g, '-');
    const folderName = `${name}-${at}-${machine.host.token()}`;
    await mkdir(join(jobs, REMOVED), { recursive: true, mode: 0o700 });
    await rename(join(skills, name), join(jobs, REMOVED, folderName));
    return { skill: name, moved_to: `jobs/${REMOVED}/${folderName}` };
  },
});
