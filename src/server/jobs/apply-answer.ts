import type { ServiceCommandArgs } from '../../contract/command-args.ts';
import type { JobAnswer } from '../../contract/record/job.ts';
import type { CommandRow, JobRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { changeJob } from './change-job.ts';
import { readJobReport } from './job-report.ts';
import { jobState } from './job-state.ts';

interface AnsweredJob {
  readonly job: JobRow;
  readonly command: CommandRow;
  readonly result: unknown;
}

/**
 * Writes an answer that the machine has received to its job, so that the job no longer waits for a
 * person. The machine's next report of the job replaces this.
 */
export async function applyAnswer(
  transaction: WriteTransaction,
  { job, command, result }: AnsweredJob,
): Promise<void> {
  const report = readJobReport(job);
  if (job.state !== 'needs_input' || report === null) return;
  // A report since the command was delivered is newer than the answer; it may ask another question.
  if (job.activity_at > (command.delivered_at ?? command.created_at)) return;
  const args: ServiceCommandArgs['job.answer'] = JSON.parse(command.args);
  const answer: JobAnswer = {
    text: args.answer,
    options: args.options,
    at: new Date(transaction.now).toISOString(),
    by: args.by,
  };
  const { resumed } = (result ?? {}) as { readonly resumed?: unknown };
  const goesOn = job.status === 'waiting' || resumed === true;
  const status = goesOn ? 'running' : job.status;
  const outcome = goesOn ? null : job.outcome;
  await changeJob(transaction, job, {
    status,
    outcome,
    state: jobState({ status, outcome, answered: true }),
    ended_at: goesOn ? null : job.ended_at,
    report: JSON.stringify({ ...report, status, outcome, answer }),
  });
}
