import { z } from 'zod';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { defineCommand } from './define-command.ts';

/** Cancels a job; resolves when none of its processes runs any more. A job that has ended stays as it is. */
export const jobCancel = defineCommand({
  type: 'job.cancel',
  args: z.strictObject({
    machine_job_id: z.string().max(200).nullable(),
    job: z.string().max(200),
  }),
  async run(machine, { machine_job_id, job }): Promise<ServiceCommandResults['job.cancel']> {
    const id = machine_job_id ?? machine.store.findByServerId(job)?.report.machine_job_id;
    if (id === undefined) return { machine_job_id: null, cancelled: false };
    return { machine_job_id: id, cancelled: await machine.jobs.cancel(id) };
  },
});
