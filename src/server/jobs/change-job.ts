import type { Updateable } from 'kysely';
import type { JobFailure } from '../../contract/record/job.ts';

import type { JobRow, Tables } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { jobTopic } from '../long-poll/topics.ts';
import { settleJobAlerts } from './job-alerts.ts';
import { updateJob } from './job-queries.ts';

/** Changes a stored job, always together with its time of activity, its alerts and the wake of its waiters. */
export async function changeJob(
  transaction: WriteTransaction,
  job: JobRow,
  changes: Updateable<Tables['jobs']>,
): Promise<JobRow> {
  const ends = !hasEnded(job.state) && changes.state !== undefined && hasEnded(changes.state);
  const changed = await updateJob(transaction, job, {
    ...changes,
    activity_at: transaction.now,
    counted_at: ends ? transaction.now : job.counted_at,
  });
  transaction.wake(jobTopic(job.id));
  await settleJobAlerts(transaction, changed);
  return changed;
}

function hasEnded(state: JobRow['state']): boolean {
  return state === 'done' || state === 'failed';
}

/** Ends a job that its machine never started. */
export function endUnstartedJob(
  transaction: WriteTransaction,
  job: JobRow,
  end: { readonly status: 'failed' | 'cancelled'; readonly failure: JobFailure | null },
): Promise<JobRow> {
  return changeJob(transaction, job, {
    status: end.status,
    state: 'failed',
    failure: end.failure === null ? null : JSON.stringify(end.failure),
    ended_at: transaction.now,
  });
}

/**
 * Whether the service ended the job as failed without a word of its machine, as when the order to run
 * it expired on the way back: what the machine says of it then is the truth, also after its late result.
 */
export function isEndedUnheard({ report, failure }: Pick<JobRow, 'report' | 'failure'>): boolean {
  return report === null && failure !== null;
}
