import { z } from 'zod';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { skillReport } from '../report/skill-report.ts';
import { readSkill } from '../skills/skill-folder.ts';
import { defineCommand } from './define-command.ts';

/** A skill's file, and what the machine reports about the skill. */
export const skillGet = defineCommand({
  type: 'skill.get',
  args: z.strictObject({ skill: z.string().max(64) }),
  async run(machine, { skill: name }): Promise<ServiceCommandResults['skill.get']> {
    const { skill, content } = await readSkill(machine.folder.skills, name);
    const secrets = await machine.secrets.read();
    return { skill: name, content, summary: { ...skillReport(skill, secrets) } };
  },
});
