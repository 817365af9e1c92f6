import type { SelectQueryBuilder } from 'kysely';
import type { JobState } from '../../contract/record/job.ts';
import type { Connection } from '../database/connection.ts';
import type { JobRow, Tables } from '../database/schema.ts';

interface InboxFilter {
  readonly machine?: number | undefined;
  readonly skill?: string | undefined;
}

type InboxSort = 'activity' | 'oldest' | 'progress' | 'created';

export interface InboxRequest extends InboxFilter {
  readonly view: 'all' | JobState;
  readonly sort: InboxSort;
  readonly limit: number;
  readonly offset: number;
}

type Jobs<Row> = SelectQueryBuilder<Tables, 'jobs', Row>;

function filtered<Row>(jobs: Jobs<Row>, { machine, skill }: InboxFilter): Jobs<Row> {
  let query = jobs;
  if (machine !== undefined) query = query.where('machine', '=', machine);
  if (skill !== undefined) query = query.where('skill', '=', skill);
  return query;
}

/** Ties are broken by the id, so that pages do not overlap; without progress comes last. */
const ORDERS: Readonly<Record<InboxSort, <Row>(jobs: Jobs<Row>) => Jobs<Row>>> = {
  activity: (jobs) => jobs.orderBy('activity_at', 'desc').orderBy('id', 'desc'),
  oldest: (jobs) => jobs.orderBy('id'),
  progress: (jobs) =>
    jobs.orderBy((job) => job.fn.coalesce('percent', job.lit(-1)), 'desc').orderBy('id', 'desc'),
  created: (jobs) => jobs.orderBy('id', 'desc'),
};

/** Jobs of a view in the asked order, one row more than the limit. */
export function listInbox(
  db: Connection,
  organisation: number,
  request: InboxRequest,
): Promise<JobRow[]> {
  let query = db.selectFrom('jobs').selectAll().where('organisation', '=', organisation);
  if (request.view !== 'all') query = query.where('state', '=', request.view);
  return ORDERS[request.sort](filtered(query, request))
    .limit(request.limit + 1)
    .offset(request.offset)
    .execute();
}

/** How many jobs wait for a person and how many run or will. */
export async function countInbox(
  db: Connection,
  organisation: number,
  filter: InboxFilter,
): Promise<{ needs_input: number; in_progress: number }> {
  const query = db.selectFrom('jobs').where('organisation', '=', organisation);
  const counts = await filtered(
    query
      .where('state', 'in', ['needs_input', 'in_progress'])
      .select((job) => ['state', job.fn.countAll<number>().as('count')] as const),
    filter,
  )
    .groupBy('state')
    .execute();
  const countOf = (state: JobState): number =>
    counts.find((row) => row.state === state)?.count ?? 0;
  return { needs_input: countOf('needs_input'), in_progress: countOf('in_progress') };
}
