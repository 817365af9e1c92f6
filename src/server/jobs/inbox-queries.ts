import { type SelectQueryBuilder, sql } from 'kysely';
import type { JobState } from '../../contract/record/job.ts';
import type { Connection } from '../database/connection.ts';
import type { JobRow, Tables } from '../database/schema.ts';
import { OPEN_JOBS } from './job-queries.ts';

interface InboxFilter {
  readonly machine?: number | undefined;
  readonly skill?: string | undefined;
}

type InboxSort = 'activity' | 'oldest' | 'progress' | 'created';

const STATES: readonly JobState[] = ['needs_input', 'in_progress', 'done', 'failed'];

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

/** As the index `jobs_by_progress` says it; a job without progress comes last. */
const PROGRESS = sql<number>`coalesce(percent, -1)`;

/** Ties are broken by the id, so that pages do not overlap. */
const ORDERS: Readonly<Record<InboxSort, <Row>(jobs: Jobs<Row>) => Jobs<Row>>> = {
  activity: (jobs) => jobs.orderBy('activity_at', 'desc').orderBy('id', 'desc'),
  oldest: (jobs) => jobs.orderBy('id'),
  progress: (jobs) => jobs.orderBy(PROGRESS, 'desc').orderBy('id', 'desc'),
  created: (jobs) => jobs.orderBy('id', 'desc'),
};

/** Jobs of a view in the asked order, one row more than the limit. */
export async function listInbox(
  db: Connection,
  organisation: number,
  request: InboxRequest,
): Promise<JobRow[]> {
  const all = jobsOf(db, organisation).selectAll();
  const { sort, view, machine, skill } = request;
  const isOfAll = view === 'all' && machine === undefined && skill === undefined;
  if (sort === 'progress' && isOfAll) return allByProgress(db, organisation, request);
  return page(inView(filtered(all, request), request.view), request).execute();
}

function jobsOf(db: Connection, organisation: number) {
  return db.selectFrom('jobs').where('organisation', '=', organisation);
}

function page<Row>(jobs: Jobs<Row>, { sort, limit, offset }: InboxRequest): Jobs<Row> {
  return ORDERS[sort](jobs)
    .limit(limit + 1)
    .offset(offset);
}

function inView<Row>(jobs: Jobs<Row>, view: InboxRequest['view']): Jobs<Row> {
  if (view === 'all') return jobs;
  const ofView = jobs.where('state', '=', view);
  return view === 'needs_input' || view === 'in_progress' ? ofView.where(OPEN_JOBS) : ofView;
}

/** The furthest of all views: what each state has is merged, since only they are kept in this order. */
async function allByProgress(
  db: Connection,
  organisation: number,
  request: InboxRequest,
): Promise<JobRow[]> {
  const { limit, offset } = request;
  const jobs = jobsOf(db, organisation);
  const until = { ...request, limit: limit + offset, offset: 0 };
  const found: { id: number; progress: number }[] = [];
  for (const state of STATES) {
    const ofState = jobs.where('state', '=', state).select(['id', PROGRESS.as('progress')]);
    found.push(...(await page(ofState, until).execute()));
  }
  const ids = found
    .sort((left, right) => right.progress - left.progress || right.id - left.id)
    .slice(offset, offset + limit + 1)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  return page(jobs.selectAll().where('id', 'in', ids), { ...request, offset: 0 }).execute();
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
      .where(OPEN_JOBS)
      .select((job) => ['state', job.fn.countAll<number>().as('count')] as const),
    filter,
  )
    .groupBy('state')
    .execute();
  const countOf = (state: JobState): number =>
    counts.find((row) => row.state === state)?.count ?? 0;
  return { needs_input: countOf('needs_input'), in_progress: countOf('in_progress') };
}
