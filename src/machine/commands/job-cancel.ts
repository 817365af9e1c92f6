import { z } from 'zod';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { defineCommand } from './define-command.ts';

/** Cancels a job; done when nothing of it runs any more, and nothing to do where it is over. */
export const jobCancel = defineCommand({
  type: 'job.cancel',
  args: z.strictObject({
    machine_job_id: z.string().max(200).nullable(),
    job: z.string().max(200),
  }),
  async run(machine, { machine_job_id, job }): Promise<ServiceCommandResults['job.cancel']> {
    const id = machine_job_id ?? machine.store.ofCloud(job)?.report.machine_job_id ?? null;
    if (id === null) return { machine_job_id: null, cancelled: false };
    return { machine_job_id: id, cancelled: await machine.jobs.cancel(id) };
  },
});
