import { z } from 'zod';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { SKILL_FILE_CHARS_MAX } from '../../contract/limits.ts';
import { RUNNERS } from '../../contract/record/job.ts';
import { validSkill } from '../skills/skill-file.ts';
import { defineCommand } from './define-command.ts';

/** Runs the text of a SKILL.md once; it is stored with its job, not in `skills/`. */
export const skillTest = defineCommand({
  type: 'skill.test',
  args: z.strictObject({
    job: z.string().min(1).max(200),
    skill_md: z
      .string()
      .min(1)
      .max(SKILL_FILE_CHARS_MAX * 2),
    payload: z.unknown().optional(),
    runner: z.enum(RUNNERS).optional(),
  }),
  async run(machine, args): Promise<ServiceCommandResults['skill.test']> {
    const { job, skill_md: skillFile, payload, runner } = args;
    const known = machine.store.findByServerId(job);
    if (known !== undefined) return { machine_job_id: known.report.machine_job_id };
    const skill = validSkill(skillFile);
    const request = { skill, skillFile, job, payload, runner, headers: {} };
    const started = await machine.jobs.start({ ...request, trigger: 'test' });
    return { machine_job_id: started.report.machine_job_id };
  },
});
