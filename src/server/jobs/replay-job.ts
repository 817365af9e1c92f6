import { z } from 'zod';
import type { ServiceCommandArgs } from '../../contract/command-args.ts';
import { jobId } from '../catalogue/input-fields.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import { queueCommandIn, requireMachineAccepts } from '../commands/queue-command.ts';
import { formatId } from '../database/row-id.ts';
import type { JobRow, MachineRow } from '../database/schema.ts';
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
 * Creates a queued job with the payload of an old one and the command that starts it. The payload is
 * on the machine, so a job that never reached it cannot be replayed.
 * Throws `Refusal` as `queueCommand`; `invalid_request` for a job that its machine never took up.
 */
function queueReplay(call: Call, machine: MachineRow, old: JobRow): Promise<StartedJob> {
  requireMachineAccepts(machine, 'job.replay');
  const { machine_job_id: machineJobId, skill } = old;
  if (machineJobId === null) {
    throw new Refusal(
      'invalid_request',
      `\`job\` never reached its machine (its status is ${old.status}); run the skill again.`,
    );
  }
  return call.service.store.write(
    async (transaction) => {
      const replayed = { machine, skill, known: undefined, trigger: 'replay' } as const;
      const job = await insertJob(transaction, newQueuedJob(transaction, replayed));
      const args: ServiceCommandArgs['job.replay'] = {
        machine_job_id: machineJobId,
        job: formatId('job', job.id),
      };
      const command = await queueCommandIn(transaction, call, {
        machine,
        type: 'job.replay',
        args: { ...args },
        job,
        audit: 'job.replay',
      });
      return { job, command };
    },
    [machineTurn(machine.id)],
  );
}
