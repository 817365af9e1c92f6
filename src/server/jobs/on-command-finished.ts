import { JOB_STARTING_COMMANDS } from '../../contract/command-type.ts';
import { unfinishedCommandsAbout } from '../commands/command-queries.ts';
import { type FinishedCommand, finishCommand } from '../commands/finish-command.ts';
import type { JobRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { applyAnswer } from './apply-answer.ts';
import { changeJob, endUnstartedJob, isEndedUnheard } from './change-job.ts';
import { findJob, findMachineJob } from './job-queries.ts';
import { startLiveOutput } from './live-output.ts';

const MACHINE_JOB_ID_CHARS_MAX = 200;

/**
 * Changes the job that a finished command was about: a run that never started ends its job, a
 * cancelled job ends, an answer is written to it, live output begins.
 */
export async function updateJobOfCommand(
  transaction: WriteTransaction,
  { command, end: { event, error, result } }: FinishedCommand,
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
  } else if (starts && (unstarted || isEndedUnheard(job))) {
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

/** A command whose delivery was lost is handed out again; that of a cancelled job must not be. */
async function cancelStartingCommands(transaction: WriteTransaction, job: JobRow): Promise<void> {
  for (const command of await unfinishedCommandsAbout(transaction, job, JOB_STARTING_COMMANDS)) {
    await finishCommand(transaction, command, { event: 'cancel', error: null, result: null });
  }
}

/** Stores what the machine calls the job, where that can be an id, and no other job of the machine's has it. */
async function linkJob(transaction: WriteTransaction, job: JobRow, result: unknown): Promise<void> {
  const { machine_job_id: id } = (result ?? {}) as { readonly machine_job_id?: unknown };
  if (job.machine_job_id !== null || typeof id !== 'string' || id === '') return;
  if (id.length > MACHINE_JOB_ID_CHARS_MAX || id.includes('\0')) return;
  const { organisation, machine } = job;
  if (await findMachineJob(transaction.db, { organisation, id: machine }, id)) return;
  await changeJob(transaction, job, { machine_job_id: id });
}
