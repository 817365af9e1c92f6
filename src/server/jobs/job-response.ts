import type { ProblemCode } from '../../contract/problem.ts';
import type { JobFailure } from '../../contract/record/job.ts';
import type { Call } from '../catalogue/operation.ts';
import { commandsOfJob } from '../commands/command-queries.ts';
import type { JobRow } from '../database/schema.ts';
import { deliveriesOfJobs } from '../deliveries/delivery-queries.ts';
import { findMachine } from '../machines/machine-queries.ts';
import { Refusal } from '../refusal.ts';
import { toJobDetail } from './job-record.ts';
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

/** Kinds of failure with which a machine refuses a run, by the service's code for them. */
const CODE_OF_KIND: ReadonlyMap<string, ProblemCode> = new Map([
  ['denied_by_machine', 'denied_by_machine'],
  ['invalid_skill', 'invalid_request'],
]);

/** Throws for a run that its machine refused, which ended it before it began. */
export function throwJobRefusal(job: JobRow): void {
  const failure: JobFailure | null = job.failure === null ? null : JSON.parse(job.failure);
  const code = CODE_OF_KIND.get(failure?.kind ?? '');
  if (failure !== null && code !== undefined) throw new Refusal(code, failure.message);
}
