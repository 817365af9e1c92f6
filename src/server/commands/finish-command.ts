import type { CommandError } from '../../contract/record/command.ts';
import type { CommandRow, JobRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { applyAnswer } from '../jobs/apply-answer.ts';
import { changeJob, endUnstartedJob } from '../jobs/change-job.ts';
import { findJob, findMachineJob } from '../jobs/job-queries.ts';
import { startLiveOutput } from '../jobs/live-output.ts';
import { commandTopic } from '../long-poll/topics.ts';
import { endClaim } from '../secrets/claim.ts';
import { unfinishedCommandsAbout, updateCommand } from './command-queries.ts';
import { type CommandEvent, nextCommandStatus } from './command-state.ts';

/** Types of the commands that start the job they are about. */
export const JOB_STARTING_COMMANDS: readonly string[] = ['job.run', 'job.replay', 'skill.test'];

export interface CommandEnd {
  readonly event: Exclude<CommandEvent, 'deliver'>;
  readonly error: CommandError | null;
  readonly result: unknown;
}

/**
 * Ends a command once; a second end changes nothing. What the command was about follows in the same
 * transaction: a run that never started ends its job, an answer that arrived is written to it.
 */
export async function finishCommand(
  transaction: WriteTransaction,
  command: CommandRow,
  end: CommandEnd,
): Promise<void> {
  const status = nextCommandStatus(command.status, end.event);
  if (status === undefined) return;
  const finished = await updateCommand(transaction, command, {
    status,
    error: end.error === null ? null : JSON.stringify(end.error),
    result: end.result === undefined || end.result === null ? null : JSON.stringify(end.result),
    finished_at: transaction.now,
  });
  transaction.wake(commandTopic(command.id));
  if (command.type === 'secret.generate' && end.event !== 'succeed') {
    await endClaim(transaction, command, end.event === 'expire' ? 'expire' : 'fail');
  }
  await settleJob(transaction, finished, end);
}

async function settleJob(
  transaction: WriteTransaction,
  command: CommandRow,
  { event, error, result }: CommandEnd,
): Promise<void> {
  if (command.job === null) return;
  const job = await findJob(transaction.db, command.organisation, command.job);
  if (!job) return;
  const unstarted = job.status === 'queued' && job.machine_job_id === null;
  const starts = JOB_STARTING_COMMANDS.includes(command.type);
  if (starts && event === 'succeed') {
    await linkJob(transaction, job, result);
  } else if (starts && unstarted && event === 'cancel' && error === null) {
    await endUnstartedJob(transaction, job, { status: 'cancelled', failure: null });
  } else if (starts && unstarted) {
    const failure = { kind: error?.code ?? event, message: error?.message ?? event };
    await endUnstartedJob(transaction, job, { status: 'failed', failure });
  } else if (command.type === 'job.cancel' && event === 'succeed' && unstarted) {
    await endUnstartedJob(transaction, job, { status: 'cancelled', failure: null });
    await cancelStartingCommands(transaction, job);
  } else if (command.type === 'job.watch' && event === 'succeed') {
    await startLiveOutput(transaction, job, command);
  } else if (command.type === 'job.answer' && event === 'succeed') {
    await applyAnswer(transaction, { job, command, result });
  }
}

/** An order to run whose delivery was lost is handed out again; that of a cancelled job never. */
async function cancelStartingCommands(transaction: WriteTransaction, job: JobRow): Promise<void> {
  for (const order of await unfinishedCommandsAbout(transaction, job, JOB_STARTING_COMMANDS)) {
    await finishCommand(transaction, order, { event: 'cancel', error: null, result: null });
  }
}

/** Notes what the machine calls the job, unless it has another job of that id. */
async function linkJob(transaction: WriteTransaction, job: JobRow, result: unknown): Promise<void> {
  const { machine_job_id: id } = (result ?? {}) as { readonly machine_job_id?: unknown };
  if (job.machine_job_id !== null || typeof id !== 'string' || id === '' || id.length > 200) return;
  const { organisation, machine } = job;
  if (await findMachineJob(transaction.db, { organisation, id: machine }, id)) return;
  await changeJob(transaction, job, { machine_job_id: id });
}
