import { jobDetail } from '../../fleet/job-view.ts';
import { outputView } from '../../fleet/live-outputs.ts';
import { commandsOfJob } from '../../store/commands.ts';
import { deliveriesOfJobs } from '../../store/deliveries.ts';
import { findWatch } from '../../store/live-outputs.ts';
import { findMachine } from '../../store/machines.ts';
import type { JobRow } from '../../store/schema.ts';
import type { Call } from '../operation.ts';

/** A job with its timeline, output, artifacts and the commands sent about it. */
export async function jobInFull({ service, caller }: Call, job: JobRow) {
  const { organisation } = caller;
  const [machine, commands, deliveries, watch] = await Promise.all([
    service.store.read((db) => findMachine(db, organisation, job.machine)),
    service.store.read((db) => commandsOfJob(db, organisation, job.id)),
    service.store.read((db) => deliveriesOfJobs(db, organisation, [job.id])),
    service.store.read((db) => findWatch(db, job)),
  ]);
  const delivery = deliveries.get(job.id);
  const output = outputView(job, watch, service.clock.now());
  return jobDetail({ job, machine, commands, delivery, output });
}
