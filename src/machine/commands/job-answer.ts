import { z } from 'zod';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { defineCommand } from './define-command.ts';

/** Hands a person's answer to a job (specification, "Moves that are shown"). */
export const jobAnswer = defineCommand({
  type: 'job.answer',
  args: z.strictObject({
    machine_job_id: z.string().min(1).max(200),
    answer: z.string().min(1).max(80_000),
    options: z.array(z.string()).max(20).default([]),
    resume: z.enum(['auto', 'never']).default('auto'),
    by: z.string().max(500),
  }),
  async run(machine, args): Promise<ServiceCommandResults['job.answer']> {
    const { machine_job_id, answer: text, options, by } = args;
    const answer = { text, options, by };
    const result = await machine.jobs.answer(machine_job_id, answer, args.resume === 'auto');
    return { machine_job_id, ...result };
  },
});
