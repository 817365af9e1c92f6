import { readFile } from 'node:fs/promises';
import type { Host } from '../host.ts';
import { applyEvent } from './apply-event.ts';
import type { Job } from './job.ts';
import type { JobStore } from './job-store.ts';

/**
 * Settles what a machine that died left behind: jobs that ran are failed with the kind
 * `machine_restarted` and their processes ended; jobs in the queue and jobs that wait for a person
 * stay as they are. `at` is the time, RFC 3339.
 */
export async function recoverJobs(store: JobStore, host: Host, at: string): Promise<void> {
  for (const job of store.all()) {
    if (job.report.status !== 'running') continue;
    if (await groupIsOf(job)) host.killGroup(job.processGroup ?? 0, 'SIGKILL');
    const failure = {
      kind: 'machine_restarted',
      message: 'the machine stopped while the job ran; nothing is known of its end',
    };
    const report = applyEvent(job.report, { kind: 'fail', failure }, at);
    if (report === null) continue;
    store.put({ ...job, report, processGroup: null, reported: false });
    await store.tidy(report.machine_job_id);
    await store.saved(report.machine_job_id);
  }
}

/**
 * Whether the noted process is still the job's: its number may be another's by now. Told from the
 * environment that the runner gave it; where the system does not show it, nothing is killed.
 */
async function groupIsOf(job: Job): Promise<boolean> {
  if (job.processGroup === null) return false;
  try {
    const environment = await readFile(`/proc/${job.processGroup}/environ`, 'utf8');
    return environment.split('\0').includes(`FLEET_JOB=${job.report.machine_job_id}`);
  } catch {
    return false;
  }
}
