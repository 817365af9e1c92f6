import type { JobRow, MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { jobTopic } from '../long-poll/topics.ts';
import { openJobsOf, updateJob } from './job-queries.ts';
import { isUnfinished } from './job-state.ts';

const FAILURE = JSON.stringify({
  kind: 'machine_disconnected',
  message: 'The machine was disconnected; what became of the job is known there only.',
});

/**
 * Ends the open jobs of a machine that was disconnected: no report of them can arrive any more, and
 * no answer can reach them. A job that had not ended counts as cancelled; one that had ended keeps
 * its status and outcome.
 */
export async function abandonJobs(
  transaction: WriteTransaction,
  machine: MachineRow,
): Promise<void> {
  for (const job of await openJobsOf(transaction.db, machine)) await abandonJob(transaction, job);
}

async function abandonJob(transaction: WriteTransaction, job: JobRow): Promise<void> {
  const cancelled = { status: 'cancelled', ended_at: transaction.now } as const;
  await updateJob(transaction, job, {
    state: 'failed',
    failure: FAILURE,
    activity_at: transaction.now,
    counted_at: transaction.now,
    ...(isUnfinished(job.status) ? cancelled : {}),
  });
  transaction.wake(jobTopic(job.id));
}
