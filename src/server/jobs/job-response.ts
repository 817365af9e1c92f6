import { z } from 'zod';
import type { ProblemCode } from '../../contract/problem.ts';
import type { JobFailure } from '../../contract/record/job.ts';
import type { Call, OperationResponse } from '../catalogue/operation.ts';
import { id } from '../catalogue/record-fields.ts';
import { commandsOfJob } from '../commands/command-queries.ts';
import { formatId } from '../database/row-id.ts';
import type { JobRow } from '../database/schema.ts';
import { unlessUnavailable } from '../long-poll/long-poll.ts';
import { findMachine } from '../machines/machine-queries.ts';
import { Refusal } from '../refusal.ts';
import { awaitJob } from './await-job.ts';
import { deliveriesOfJobs } from './job-queries.ts';
import { jobSchema, jobStateSchema, jobStatusSchema, toJobDetail } from './job-record.ts';
import { toLiveOutput } from './live-output.ts';
import { findWatch } from './live-output-queries.ts';
import type { StartedJob } from './start-job.ts';

/** A job that is on its way, to be looked up and never started again (specification, rule 3). */
export const pendingJobSchema = z
  .strictObject({
    pending: z.literal(true),
    job: id('job'),
    command_id: id('cmd'),
    status: jobStatusSchema,
    state: jobStateSchema,
  })
  .meta({ id: 'PendingJob' });

/** What an operation responds that starts a job and may wait for its end. */
export const jobResponses = { 200: jobSchema, 202: pendingJobSchema } as const;

/**
 * Waits up to `waitSeconds` for a job that was started and gives it in full once it has ended or asks
 * a person, else as pending, also while the database is away. Throws `Refusal` where its machine refused to run it.
 */
export async function respondWithJob(
  call: Call,
  { job: queued, command }: StartedJob,
  waitSeconds: number,
): Promise<OperationResponse> {
  const job = await awaitJob(call, queued, waitSeconds);
  throwMachineRefusalOf(job);
  const pending = respondPending({ job, command });
  if (job.state === 'in_progress') return pending;
  const read = async (): Promise<OperationResponse> => ({ body: await readJobDetail(call, job) });
  return unlessUnavailable(read, pending);
}

/** The response for a job that is on its way. */
export function respondPending({ job, command }: StartedJob): OperationResponse {
  const ids = { job: formatId('job', job.id), command_id: formatId('cmd', command.id) };
  return { status: 202, body: { pending: true, ...ids, status: job.status, state: job.state } };
}

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
function throwMachineRefusalOf(job: JobRow): void {
  const failure: JobFailure | null = job.failure === null ? null : JSON.parse(job.failure);
  const code = CODE_OF_KIND.get(failure?.kind ?? '');
  if (failure !== null && code !== undefined) throw new Refusal(code, failure.message);
}
