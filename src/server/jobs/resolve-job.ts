import type { Call } from '../catalogue/operation.ts';
import { formatId, parseId } from '../database/row-id.ts';
import type { JobRow, MachineRow } from '../database/schema.ts';
import { findMachine } from '../machines/machine-queries.ts';
import { Refusal } from '../refusal.ts';
import { findJob, findJobsOfMachineId } from './job-queries.ts';

/**
 * Finds the job that a caller names by the cloud's id or the machine's own.
 * Throws `Refusal` `unknown_job`; `ambiguous_job`, which names the cloud ids.
 */
export async function resolveJob(
  { service, caller }: Pick<Call, 'service' | 'caller'>,
  named: string,
): Promise<JobRow> {
  const id = parseId('job', named);
  const found = await service.store.read(async (db) => {
    const byId = id === undefined ? undefined : await findJob(db, caller.organisation, id);
    return byId ? [byId] : findJobsOfMachineId(db, caller.organisation, named);
  });
  const [job, ...others] = found;
  if (!job) {
    const name = JSON.stringify(named);
    throw new Refusal('unknown_job', `No job has the cloud id or machine job id ${name}.`);
  }
  if (others.length > 0) {
    const ids = found.map((one) => formatId('job', one.id)).join(', ');
    throw new Refusal(
      'ambiguous_job',
      `Several jobs have that machine job id; use a cloud id: ${ids}.`,
    );
  }
  return job;
}

/** The machine on which a job runs or ran. */
export async function machineOfJob({ service }: Call, job: JobRow): Promise<MachineRow> {
  const machine = await service.store.read((db) => findMachine(db, job.organisation, job.machine));
  if (machine === undefined) throw new Refusal('internal', 'The machine of the job is gone.');
  return machine;
}
