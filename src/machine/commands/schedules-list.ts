import { schedulesOf } from '../report/skill-report.ts';
import { readSkills } from '../skills/skill-folder.ts';
import { noArgs } from './command-args.ts';
import { defineCommand } from './machine-command.ts';

/** The schedules of the skills, named like their skill. */
export const schedulesList = defineCommand({
  type: 'schedules.list',
  args: noArgs,
  async run(machine) {
    return { schedules: schedulesOf((await readSkills(machine.folder.skills)).skills) };
  },
});
