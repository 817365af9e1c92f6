import { type SelectQueryBuilder, sql } from 'kysely';
import type { JobState } from '../../contract/record/job.ts';
import type { Connection } from '../database/connection.ts';
import type { JobRow, Tables } from '../database/schema.ts';
import { OPEN_JOBS, SETTLED_JOBS } from './job-queries.ts';

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

/** Of few jobs: sorted, where an engine that goes by the id might walk all rows for them. */
const ORDERS_OF_FEW: typeof ORDERS = {
  ...ORDERS,
  oldest: (jobs) => jobs.orderBy(sql`id + 0`),
  created: (jobs) => jobs.orderBy(sql`id + 0`, 'desc'),
};

/** Jobs of a view in the asked order, one row more than the limit. */
export async function listInbox(
  db: Connection,
  organisation: number,
  request: InboxRequest,
): Promise<JobRow[]> {
  const { sort, view } = request;
  const all = filtered(jobsOf(db, organisation), request);
  const isMerged = view === 'all' && (sort === 'activity' || sort === 'progress');
  if (isMerged) return merged(db, all, request);
  return page(inView(all.selectAll(), view), request).execute();
}

function jobsOf(db: Connection, organisation: number) {
  return db.selectFrom('jobs').where('organisation', '=', organisation);
}

function page<Row>(
  jobs: Jobs<Row>,
  { sort, view, limit, offset }: Omit<InboxRequest, keyof InboxFilter>,
): Jobs<Row> {
  const orders = view === 'in_progress' ? ORDERS_OF_FEW : ORDERS;
  return orders[sort](jobs)
    .limit(limit + 1)
    .offset(offset);
}

function inView<Row>(jobs: Jobs<Row>, view: InboxRequest['view']): Jobs<Row> {
  if (view === 'all') return jobs;
  const ofView = jobs.where('state', '=', view);
  if (view === 'in_progress') return ofView.where(OPEN_JOBS);
  const settled = ofView.where(SETTLED_JOBS);
  return view === 'needs_input' ? settled.where(OPEN_JOBS) : settled;
}

/**
 * Jobs of all views by what changes while they are in progress: the first of each part are merged,
 * since only those of a part are kept in this order, or are few.
 */
async function merged(db: Connection, all: Jobs<object>, request: InboxRequest): Promise<JobRow[]> {
  const { sort, limit, offset } = request;
  const place = sort === 'progress' ? PROGRESS : sql<number>`activity_at`;
  const until = { ...request, limit: limit + offset, offset: 0 };
  const parts = partsOf(all, request).map((part) => {
    const first = page(part.select(['id', place.as('place')]), until);
    return sql`select * from ${first} as part`;
  });
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(parts, sql` union all `)}) as parts
    order by place desc, id desc limit ${limit + 1} offset ${offset}`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return ORDERS[sort](all.selectAll().where('id', 'in', ids)).execute();
}

function partsOf(
  all: Jobs<object>,
  { sort, machine, skill }: InboxRequest,
): readonly Jobs<object>[] {
  const isOfAll = machine === undefined && skill === undefined;
  if (sort === 'progress' && isOfAll) return STATES.map((state) => inView(all, state));
  return [inView(all, 'in_progress'), all.where(SETTLED_JOBS)];
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
