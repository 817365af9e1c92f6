import type { JobStatus } from '../../contract/record/job.ts';
import { settleAlerts } from '../alerts/settle-alerts.ts';
import { unfinishedCommandsOf } from '../commands/command-queries.ts';
import { finishCommand } from '../commands/finish-command.ts';
import type { JobRow, MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { openJobsOf, updateJob } from '../jobs/job-queries.ts';
import { jobTopic, machineTopic } from '../long-poll/topics.ts';
import { updateMachine } from './machine-queries.ts';

/**
 * Ends a machine's pairing: its token stops working, a sync that is held ends, what it was still to
 * do is cancelled, its open jobs and its alerts are over. History stays; pairing again makes a new
 * machine (specification, "Moves that are shown").
 */
export async function unpairMachine(
  transaction: WriteTransaction,
  machine: MachineRow,
): Promise<MachineRow> {
  const disconnected = await updateMachine(transaction, machine, {
    disconnected_at: transaction.now,
    token_hash: '',
  });
  for (const job of await openJobsOf(transaction.db, machine)) await abandonJob(transaction, job);
  const error = { code: 'revoked', message: 'The machine was disconnected.' };
  for (const command of await unfinishedCommandsOf(transaction, machine)) {
    await finishCommand(transaction, command, { event: 'cancel', error, result: null });
  }
  await settleAlerts(transaction, machine, { begin: [], over: () => true });
  transaction.wake(machineTopic(machine.id));
  return disconnected;
}

const FAILURE = JSON.stringify({
  kind: 'machine_disconnected',
  message: 'The machine was disconnected; what became of the job is known there only.',
});

const UNFINISHED: readonly JobStatus[] = ['queued', 'running', 'waiting'];

/**
 * No report of the job can come any more, and no answer can reach it, so that it neither runs nor
 * waits here: what had not ended counts as cancelled, what had ended keeps its status and outcome.
 */
async function abandonJob(transaction: WriteTransaction, job: JobRow): Promise<void> {
  const cancelled = { status: 'cancelled', ended_at: transaction.now } as const;
  await updateJob(transaction, job, {
    state: 'failed',
    failure: FAILURE,
    activity_at: transaction.now,
    ...(UNFINISHED.includes(job.status) ? cancelled : {}),
  });
  transaction.wake(jobTopic(job.id));
}
