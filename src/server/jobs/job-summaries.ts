import type { Call } from '../catalogue/operation.ts';
import type { JobRow } from '../database/schema.ts';
import { findMachines } from '../machines/machine-queries.ts';
import { deliveriesOfJobs } from './job-queries.ts';
import { toJobSummary } from './job-record.ts';

/** What lists show of jobs, in their order; their machines and deliveries are looked up at the same time. */
export async function summariesOfJobs({ caller, service }: Call, jobs: readonly JobRow[]) {
  const { organisation } = caller;
  const ids = jobs.map(({ id }) => id);
  const machineIds = jobs.map(({ machine }) => machine);
  const [machines, deliveries] = await Promise.all([
    service.store.read((db) => findMachines(db, organisation, machineIds)),
    service.store.read((db) => deliveriesOfJobs(db, organisation, ids)),
  ]);
  return jobs.map((job) => toJobSummary(job, machines.get(job.machine), deliveries.get(job.id)));
}
