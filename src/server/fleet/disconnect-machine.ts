import type { JobStatus } from '../../contract/record/job.ts';
import { unfinishedCommandsOf } from '../store/commands.ts';
import { openJobsOf, updateJob } from '../store/jobs.ts';
import { updateMachine } from '../store/machines.ts';
import type { JobRow, MachineRow } from '../store/schema.ts';
import type { WriteTransaction } from '../store/store.ts';
import { settleAlerts } from './alerts.ts';
import { finishCommand } from './finish-command.ts';
import { jobTopic, machineTopic } from './topics.ts';

/**
 * Ends a machine's pairing: its token stops working, a sync that is held ends, what it was still to
 * do is cancelled, its open jobs and its alerts are over. History stays; pairing again makes a new
 * machine (specification, "Moves that are shown").
 */
export async function disconnectMachine(
  transaction: WriteTransaction,
  machine: MachineRow,
): Promise<MachineRow> {
  const disconnected = await updateMachine(transaction, machine, {
    disconnected_at: transaction.now,
    token_hash: '',
  });
  for (const job of await openJobsOf(transaction.db, machine)) await giveUp(transaction, job);
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

const UNENDED: readonly JobStatus[] = ['queued', 'running', 'waiting'];

/**
 * No report of the job can come any more, and no answer can reach it, so that it neither runs nor
 * waits here: what had not ended counts as cancelled, what had ended keeps its status and outcome.
 */
async function giveUp(transaction: WriteTransaction, job: JobRow): Promise<void> {
  const cancelled = { status: 'cancelled', ended_at: transaction.now } as const;
  await updateJob(transaction, job, {
    state: 'failed',
    failure: FAILURE,
    activity_at: transaction.now,
    ...(UNENDED.includes(job.status) ? cancelled : {}),
  });
  transaction.wake(jobTopic(job.id));
}
