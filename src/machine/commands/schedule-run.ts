import { z } from 'zod';
import { MachineError } from '../machine-error.ts';
import { schedulesOf } from '../schedules/schedule-reports.ts';
import { readSkill, readSkills } from '../skills/skill-folder.ts';
import { defineCommand } from './define-command.ts';

/** Starts the job of a schedule now, as the schedule would. */
export const scheduleRun = defineCommand({
  type: 'schedule.run',
  args: z.strictObject({ name: z.string().min(1).max(200) }),
  async run(machine, { name }) {
    const { skills } = await readSkills(machine.folder.skills);
    const schedule = schedulesOf(skills).find((candidate) => candidate.name === name);
    if (schedule === undefined) {
      throw new MachineError('unknown_schedule', `the machine has no schedule ${name}`);
    }
    const { skill } = await readSkill(machine.folder.skills, schedule.skill);
    const job = await machine.jobs.start({
      skill,
      job: null,
      trigger: 'schedule',
      payload: undefined,
      headers: {},
    });
    return { name, skill: skill.name, machine_job_id: job.report.machine_job_id };
  },
});
