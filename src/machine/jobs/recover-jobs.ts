import type { Host } from '../host.ts';
import { removeLeftWorkplaces } from '../runners/left-workplaces.ts';
import { applyEvent } from './apply-event.ts';
import { killJobProcesses } from './job-processes.ts';
import type { JobStore } from './job-store.ts';

/**
 * Recovers the jobs after a crash: running jobs fail with the kind `machine_restarted`, their processes are
 * killed, and the folders removed in which they ran as another user; queued and waiting jobs stay as they
 * are. `at` is the time, RFC 3339. A job that cannot be written is changed in memory, so that it is
 * reported, and again at the next start.
 */
export async function recoverJobs(store: JobStore, host: Host, at: string): Promise<void> {
  const interrupted = store.all().filter(({ report }) => report.status === 'running');
  const ids = new Set(interrupted.map(({ report }) => report.machine_job_id));
  await killJobProcesses(ids, host);
  await removeLeftWorkplaces(ids, host);
  for (const job of interrupted) {
    const failure = {
      kind: 'machine_restarted',
      message: 'the machine stopped while the job ran; how it would have ended is not known',
    };
    const report = applyEvent(job.report, { kind: 'fail', failure }, at);
    if (report === undefined) continue;
    store.put({ ...job, report, reported: false });
    const { machine_job_id: id } = report;
    await store.saved(id).then(
      () => store.scrubFiles(id),
      () => undefined,
    );
  }
}
