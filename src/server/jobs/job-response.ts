import type { Call } from '../catalogue/operation.ts';
import { commandsOfJob } from '../commands/command-queries.ts';
import type { JobRow } from '../database/schema.ts';
import { deliveriesOfJobs } from '../deliveries/delivery-queries.ts';
import { findMachine } from '../machines/machine-queries.ts';
import { toJobDetail } from './job-view.ts';
import { toLiveOutput } from './live-output.ts';
import { findWatch } from './live-output-queries.ts';

/** A job with its timeline, output, artifacts and the commands sent about it. */
export async function readJobDetail({ service, caller }: Call, job: JobRow) {
  const { organisation } = caller;
  const [machine, commands, deliveries, watch] = await Promise.all([
    service.store.read((db) => findMachine(db, organisation, job.machine)),
    service.store.read((db) => commandsOfJob(db, organisation, job.id)),
    service.store.read((db) => deliveriesOfJobs(db, organisation, [job.id])),
    service.store.read((db) => findWatch(db, job)),
  ]);
  const delivery = deliveries.get(job.id);
  const output = toLiveOutput(job, watch, service.clock.now());
  return toJobDetail({ job, machine, commands, delivery, output });
}
