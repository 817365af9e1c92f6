import { z } from 'zod';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { hasEnded } from '../jobs/job-state.ts';
import { MachineError } from '../machine-error.ts';
import { defineCommand } from './define-command.ts';

/** Sends the end of a job's stdout or stderr with the syncs, every few seconds, for `ttl_seconds`. */
export const jobWatch = defineCommand({
  type: 'job.watch',
  args: z.strictObject({
    machine_job_id: z.string().min(1).max(200),
    stream: z.enum(['stdout', 'stderr']),
    ttl_seconds: z.int().min(1).max(3600),
  }),
  async run(machine, args): Promise<ServiceCommandResults['job.watch']> {
    const { machine_job_id: id, stream, ttl_seconds } = args;
    const job = machine.store.get(id);
    if (job === undefined) throw new MachineError('unknown_job', `the machine has no job ${id}`);
    if (hasEnded(job.report.status)) {
      throw new MachineError(
        'job_ended',
        `job ${id} has ended (${job.report.status}) and writes no more output`,
      );
    }
    const forMs = ttl_seconds * 1000;
    machine.outputs.watch(id, stream, forMs);
    const until = new Date(machine.clock.now() + forMs).toISOString();
    return { machine_job_id: id, until };
  },
});
