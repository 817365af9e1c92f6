import type { ProblemCode } from '../../contract/problem.ts';
import type { JobFailure } from '../../contract/record/job.ts';
import type { Call, OperationResponse } from '../catalogue/operation.ts';
import { commandsOfJob } from '../commands/command-queries.ts';
import { formatId } from '../database/row-id.ts';
import type { JobRow } from '../database/schema.ts';
import { deliveriesOfJobs } from '../deliveries/delivery-queries.ts';
import { unlessUnavailable } from '../long-poll/long-poll.ts';
import { findMachine } from '../machines/machine-queries.ts';
import { Refusal } from '../refusal.ts';
import { awaitJob } from './await-job.ts';
import { toJobDetail } from './job-record.ts';
import { toLiveOutput } from './live-output.ts';
import { findWatch } from './live-output-queries.ts';
import type { StartedJob } from './start-job.ts';

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

/**
 * What an operation answers that queued a job: the job in detail once it has ended or asks a person,
 * else pending with the ids by which it is looked up (specification, rule 3).
 *
 * @throws Refusal for a run that its machine refused
 */
export async function respondWithQueuedJob(
  call: Call,
  { job: queued, command }: StartedJob,
  waitSeconds: number,
): Promise<OperationResponse> {
  const job = await awaitJob(call, queued, waitSeconds);
  throwJobRefusal(job);
  const ids = { job: formatId('job', job.id), command_id: formatId('cmd', command.id) };
  const { status, state } = job;
  const body = { pending: true, ...ids, status, state };
  const pending: OperationResponse = { status: 202, body };
  if (state === 'in_progress') return pending;
  const read = async (): Promise<OperationResponse> => ({ body: await readJobDetail(call, job) });
  return unlessUnavailable(read, pending);
}

/** Kinds of failure with which a machine refuses a run, by the service's code for them. */
const CODE_OF_KIND: ReadonlyMap<string, ProblemCode> = new Map([
  ['denied_by_machine', 'denied_by_machine'],
  ['invalid_skill', 'invalid_request'],
]);

/** Throws for a run that its machine refused, which ended it before it began. */
function throwJobRefusal(job: JobRow): void {
  const failure: JobFailure | null = job.failure === null ? null : JSON.parse(job.failure);
  const code = CODE_OF_KIND.get(failure?.kind ?? '');
  if (failure !== null && code !== undefined) throw new Refusal(code, failure.message);
}
