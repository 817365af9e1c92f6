import type { Call } from '../catalogue/operation.ts';
import type { JobRow, MachineRow } from '../database/schema.ts';
import { findMachine } from '../machines/machine-queries.ts';
import { Refusal } from '../refusal.ts';

/** The machine on which a job runs or ran. */
export async function machineOfJob({ service }: Call, job: JobRow): Promise<MachineRow> {
  const machine = await service.store.read((db) => findMachine(db, job.organisation, job.machine));
  if (machine === undefined) throw new Refusal('internal', 'The machine of the job is gone.');
  return machine;
}
