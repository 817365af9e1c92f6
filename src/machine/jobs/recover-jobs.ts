import type { Host } from '../host.ts';
import { applyEvent } from './apply-event.ts';
import { killJobProcesses } from './job-processes.ts';
import type { JobStore } from './job-store.ts';

/**
 * Settles what a machine that died left behind: jobs that ran are failed with the kind
 * `machine_restarted` and their processes ended; jobs in the queue and jobs that wait for a person
 * stay as they are. `at` is the time, RFC 3339. What cannot be written is settled in memory, for the
 * cloud to hear of, and again at the next start.
 */
export async function recoverJobs(store: JobStore, host: Host, at: string): Promise<void> {
  const cutOff = store.all().filter(({ report }) => report.status === 'running');
  await killJobProcesses(new Set(cutOff.map(({ report }) => report.machine_job_id)), host);
  for (const job of cutOff) {
    const failure = {
      kind: 'machine_restarted',
      message: 'the machine stopped while the job ran; nothing is known of its end',
    };
    const report = applyEvent(job.report, { kind: 'fail', failure }, at);
    if (report === null) continue;
    store.put({ ...job, report, reported: false });
    const { machine_job_id: id } = report;
    await store.saved(id).then(
      () => store.tidy(id),
      () => undefined,
    );
  }
}
