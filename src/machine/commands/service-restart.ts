import { z } from 'zod';
import { defineCommand } from './define-command.ts';

/** Restarts the service: `idle` waits for the running jobs, up to the time of the command; `now` ends them. */
export const serviceRestart = defineCommand({
  type: 'service.restart',
  args: z.strictObject({ when: z.enum(['idle', 'now']).default('idle') }),
  async run(machine, { when }, { time }) {
    const { jobs, service } = machine;
    const jobsRunning = jobs.runningCount;
    try {
      if (when === 'idle') await time.waitFor(jobs.pause());
      else await jobs.end('machine_restarted', 'the service was restarted while the job ran');
      service.restart();
    } finally {
      jobs.resume();
    }
    return {
      restarted: true,
      when,
      jobs_waited_for: when === 'idle' ? jobsRunning : 0,
      jobs_ended: when === 'now' ? jobsRunning : 0,
    };
  },
});
