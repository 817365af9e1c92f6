import { jobDetail } from '../../fleet/job-view.ts';
import { commandsOfJob } from '../../store/commands.ts';
import { deliveriesOfJobs } from '../../store/deliveries.ts';
import { findMachine } from '../../store/machines.ts';
import type { JobRow } from '../../store/schema.ts';
import type { Call } from '../operation.ts';

/** A job with its timeline, output, artifacts and the commands sent about it. */
export async function jobInFull({ service, caller }: Call, job: JobRow) {
  const { organisation } = caller;
  const [machine, commands, deliveries] = await Promise.all([
    service.store.read((db) => findMachine(db, organisation, job.machine)),
    service.store.read((db) => commandsOfJob(db, organisation, job.id)),
    service.store.read((db) => deliveriesOfJobs(db, organisation, [job.id])),
  ]);
  return jobDetail({ job, machine, commands, delivery: deliveries.get(job.id) });
}
