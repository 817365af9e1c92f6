import { defineCommand, noArgs } from './define-command.ts';

const JOBS_MAX = 50;

/** The newest jobs, newest first. */
export const jobList = defineCommand({
  type: 'job.list',
  args: noArgs,
  async run(machine) {
    const newest = machine.store.all().slice(-JOBS_MAX).reverse();
    return {
      jobs: newest.map(({ report }) => ({
        machine_job_id: report.machine_job_id,
        job: report.job,
        skill: report.skill,
        title: report.title,
        status: report.status,
        outcome: report.outcome,
        trigger: report.trigger,
        started_at: report.started_at,
        ended_at: report.ended_at,
      })),
    };
  },
});
