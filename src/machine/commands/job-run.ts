import { z } from 'zod';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { RUNNERS } from '../../contract/record/job.ts';
import { readSkill } from '../skills/skill-folder.ts';
import { defineCommand } from './define-command.ts';

/** Queues a job as if a webhook had arrived: no signature check, no filters. */
export const jobRun = defineCommand({
  type: 'job.run',
  args: z.strictObject({
    job: z.string().min(1).max(200),
    skill: z.string().max(64),
    payload: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).default({}),
    runner: z.enum(RUNNERS).optional(),
    model: z.string().max(200).optional(),
    effort: z.string().max(50).optional(),
  }),
  async run(machine, { skill: name, payload, ...rest }): Promise<ServiceCommandResults['job.run']> {
    const known = machine.store.findByServerId(rest.job);
    if (known !== undefined) return { machine_job_id: known.report.machine_job_id };
    const { skill } = await readSkill(machine.folder.skills, name);
    const job = await machine.jobs.start({ ...rest, skill, payload, trigger: 'run' });
    return { machine_job_id: job.report.machine_job_id };
  },
});
