import { z } from 'zod';
import { parseJson } from '../../base/json/lossless.ts';
import { type AnyCommand, JOB_STARTING_COMMANDS } from '../../contract/command-type.ts';
import { jobId } from '../catalogue/input-fields.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import { commandsOfJob } from '../commands/command-queries.ts';
import { queueCommandIn, requireMachineAccepts } from '../commands/queue-command.ts';
import { formatId } from '../database/row-id.ts';
import type { JobRow, MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { machineTurn } from '../machines/machine-turn.ts';
import { Refusal } from '../refusal.ts';
import { insertJob } from './job-queries.ts';
import { pendingJobSchema, respondPending } from './job-response.ts';
import { machineOfJob, resolveJob } from './resolve-job.ts';
import { newQueuedJob, type StartedJob } from './start-job.ts';

export const replayJob = defineOperation({
  name: 'replay_job',
  description: 'Starts a new job with the payload of an old one, through the skill as it is now.',
  scope: 'fleet:run',
  class: 'write',
  input: z.strictObject({ job: jobId() }),
  rest: { method: 'POST', path: '/jobs/{job}/replay' },
  responses: { 202: pendingJobSchema },
  refusals: ['unknown_job', 'ambiguous_job', 'revoked', 'denied_by_machine'],
  async run(call, input) {
    const old = await resolveJob(call, input.job);
    return respondPending(await queueReplay(call, await machineOfJob(call, old), old));
  },
});

/**
 * Creates a queued job with the payload of an old one and the command that starts it.
 * Throws `Refusal` as `queueCommand`, and as `orderOf`.
 */
function queueReplay(call: Call, machine: MachineRow, old: JobRow): Promise<StartedJob> {
  const { skill } = old;
  return call.service.store.write(
    async (transaction) => {
      const { type, args } = await orderOf(transaction, old);
      requireMachineAccepts(machine, type);
      const replayed = { machine, skill, known: undefined, trigger: 'replay' } as const;
      const job = await insertJob(transaction, newQueuedJob(transaction, replayed));
      const command = await queueCommandIn(transaction, call, {
        machine,
        type,
        args: { ...args, job: formatId('job', job.id) },
        job,
        audit: 'job.replay',
        subject: { kind: 'job', id: formatId('job', old.id) },
      });
      return { job, command };
    },
    [machineTurn(machine.id)],
  );
}

interface Order {
  readonly type: AnyCommand;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * The command that runs a job once more. The payload is with its machine; of a job that the machine
 * never took up, it is in the command that was to start it.
 * Throws `Refusal` `invalid_request` where that command is not kept any more.
 */
async function orderOf({ db }: WriteTransaction, old: JobRow): Promise<Order> {
  const { machine_job_id } = old;
  if (machine_job_id !== null) return { type: 'job.replay', args: { machine_job_id } };
  const commands = await commandsOfJob(db, old.organisation, old.id);
  const first = commands.find(({ type }) => JOB_STARTING_COMMANDS.includes(type));
  if (first === undefined) {
    throw new Refusal(
      'invalid_request',
      '`job` never reached its machine, and what it was to run is not kept any more.',
    );
  }
  return { type: first.type as AnyCommand, args: parseJson(first.args) as Order['args'] };
}
