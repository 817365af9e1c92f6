import { recordAudit } from '../audit/record-audit.ts';
import type { Call } from '../catalogue/operation.ts';
import { unfinishedCommandsAbout } from '../commands/command-queries.ts';
import { finishCommand } from '../commands/finish-command.ts';
import type { JobRow } from '../database/schema.ts';
import { JOB_STARTING_COMMANDS } from './on-command-finished.ts';

/**
 * Takes a run back that its machine has not collected yet, so that it never starts, also where the
 * machine is offline. Gives false where the machine may have it already.
 */
export function cancelPendingRun(call: Call, job: JobRow): Promise<boolean> {
  return call.service.store.write(async (transaction) => {
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
  });
}
