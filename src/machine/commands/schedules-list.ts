import { scheduleReports } from '../schedules/schedule-reports.ts';
import { readSkills } from '../skills/skill-folder.ts';
import { defineCommand, noArgs } from './define-command.ts';

/** The schedules of the skills, named like their skill, with their last and next run. */
export const schedulesList = defineCommand({
  type: 'schedules.list',
  args: noArgs,
  async run(machine) {
    const { skills } = await readSkills(machine.folder.skills);
    return { schedules: scheduleReports(machine, skills) };
  },
});
