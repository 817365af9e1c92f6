import type { Connection } from '../database/connection.ts';
import type { EndingTable, OldRows } from '../database/old-rows.ts';
import { forgetDays } from '../database/statistics/keep-days.ts';
import { forgetQuestions } from './closed-questions.ts';
import { SETTLED_JOBS } from './job-queries.ts';

/** By the service's time, since a machine's clock may be wrong; an index has one state in order. */
function oldJobs(db: Connection, state: 'done' | 'failed', old: OldRows) {
  return db
    .selectFrom('jobs')
    .select('id')
    .where('organisation', '=', old.organisation)
    .where('state', '=', state)
    .where(SETTLED_JOBS)
    .where('activity_at', '<', old.before)
    .orderBy('activity_at')
    .limit(old.limit);
}

function endedJobs(state: 'done' | 'failed'): EndingTable {
  return {
    hasOld: async (db, old) =>
      (await oldJobs(db, state, { ...old, limit: 1 }).execute()).length > 0,
    async removeOld(transaction, old) {
      const { db } = transaction;
      const removed = await db
        .deleteFrom('jobs')
        .where('organisation', '=', old.organisation)
        .where('id', 'in', oldJobs(db, state, old))
        .returning(['id', 'counted_at'])
        .execute();
      const counted = removed.map(({ counted_at }) => counted_at);
      await forgetDays(transaction, old.organisation, counted);
      const left = removed.map(({ id }) => id);
      await forgetQuestions(db, old.organisation, left);
      return removed.length;
    },
  };
}

/** Jobs that are done, from the service's last news of them; what runs or waits stays. */
export const DONE_JOBS = endedJobs('done');
/** Jobs that failed, likewise. */
export const FAILED_JOBS = endedJobs('failed');
