import type { Connection } from '../database/connection.ts';
import type { JobRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';

type AskingJob = Pick<JobRow, 'organisation' | 'id'>;

/** Whether the question of this key was answered or turned down. */
export async function isQuestionClosed(
  db: Connection,
  { organisation, id }: AskingJob,
  key: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('closed_questions')
    .select('key')
    .where('organisation', '=', organisation)
    .where('job', '=', id)
    .where('key', '=', key)
    .executeTakeFirst();
  return found !== undefined;
}

/** Closes the question of this key for good; gives false where it is closed already. */
export async function closeQuestion(
  { db, now }: WriteTransaction,
  { organisation, id }: AskingJob,
  key: string,
): Promise<boolean> {
  const inserted = await db
    .insertInto('closed_questions')
    .values({ organisation, job: id, key, closed_at: now })
    .onConflict((conflict) => conflict.columns(['organisation', 'job', 'key']).doNothing())
    .returning('key')
    .execute();
  return inserted.length > 0;
}

/** Drops what is noted of the questions of jobs that leave. */
export async function forgetQuestions(
  db: Connection,
  organisation: number,
  jobs: readonly number[],
): Promise<void> {
  if (jobs.length === 0) return;
  await db
    .deleteFrom('closed_questions')
    .where('organisation', '=', organisation)
    .where('job', 'in', jobs)
    .execute();
}
