import { z } from 'zod';
import { JOB_STARTING_COMMANDS } from '../../contract/command-type.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { jobId } from '../catalogue/input-fields.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import { id } from '../catalogue/record-fields.ts';
import { unfinishedCommandsAbout } from '../commands/command-queries.ts';
import { finishCommand } from '../commands/finish-command.ts';
import { queueCommand } from '../commands/queue-command.ts';
import { formatId } from '../database/row-id.ts';
import type { JobRow } from '../database/schema.ts';
import { machineTurn } from '../machines/machine-turn.ts';
import { requirePaired } from '../machines/resolve-machine.ts';
import { Refusal } from '../refusal.ts';
import { isUnfinished } from './job-state.ts';
import { machineOfJob, resolveJob } from './resolve-job.ts';

export const cancelJob = defineOperation({
  name: 'cancel_job',
  description: 'Cancels a queued or running job on its machine. Confirm with the person first.',
  scope: 'fleet:run',
  class: 'destructive',
  input: z.strictObject({ job: jobId() }),
  rest: { method: 'POST', path: '/jobs/{job}/cancel' },
  responses: {
    200: z.strictObject({ job: id('job'), status: z.literal('cancelled') }),
    202: z.strictObject({
      pending: z.literal(true),
      job: id('job'),
      command_id: id('cmd'),
      status: z.literal('pending'),
    }),
  },
  refusals: ['unknown_job', 'ambiguous_job', 'denied_by_machine', 'revoked'],
  async run(call, input) {
    const job = await resolveJob(call, input.job);
    const machine = await machineOfJob(call, job);
    requirePaired(machine);
    requireUnended(job);
    const id = formatId('job', job.id);
    if (await cancelPendingRun(call, job)) return { body: { job: id, status: 'cancelled' } };
    const command = await queueCommand(call, {
      machine,
      type: 'job.cancel',
      args: { job: id, machine_job_id: job.machine_job_id },
      job,
      audit: 'job.cancel',
    });
    const ids = { job: id, command_id: formatId('cmd', command.id) };
    return { status: 202, body: { pending: true, ...ids, status: command.status } };
  },
});

function requireUnended({ status }: JobRow): void {
  if (isUnfinished(status)) return;
  throw new Refusal(
    'invalid_request',
    `\`job\` has ended already, its status is ${status}; only a queued or running job is cancelled.`,
  );
}

/**
 * Takes a run back that its machine has not collected yet, so that it never starts, also where the
 * machine is offline. Gives false where the machine may have it already.
 */
function cancelPendingRun(call: Call, job: JobRow): Promise<boolean> {
  return call.service.store.write(
    async (transaction) => {
      const runs = await unfinishedCommandsAbout(transaction, job, JOB_STARTING_COMMANDS);
      const run = runs.find(({ status }) => status === 'pending');
      if (run === undefined) return false;
      await finishCommand(transaction, run, { event: 'cancel', error: null, result: null });
      await recordAudit(transaction, call, {
        action: 'job.cancel',
        machine: run.machine,
        command: run.id,
        job: job.id,
        skill: job.skill,
      });
      return true;
    },
    [machineTurn(job.machine)],
  );
}
