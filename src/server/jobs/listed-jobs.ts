import { type SelectQueryBuilder, sql } from 'kysely';
import type { Connection } from '../database/connection.ts';
import { type PageRequest, rowsWithin } from '../database/page.ts';
import type { JobRow, Tables } from '../database/schema.ts';
import { OPEN_JOBS, SETTLED_JOBS } from './job-queries.ts';
import { isInProgress } from './job-state.ts';

/** What a summary shows, and no more, since a list has a hundred of them. */
const LISTED = [
  'organisation',
  'id',
  'machine',
  'machine_job_id',
  'skill',
  'runner',
  'model',
  'title',
  'trigger',
  'status',
  'outcome',
  'state',
  'cost_usd',
  'failure',
  'report',
  'created_at',
  'started_at',
  'ended_at',
  'activity_at',
] as const satisfies readonly (keyof JobRow)[];

/** What is read of a job for a list. */
export type ListedJobRow = Pick<JobRow, (typeof LISTED)[number]>;

interface PagedJob extends ListedJobRow {
  readonly machine_name: string | null;
  /** The delivery that started it. */
  readonly delivery: number | null;
}

interface JobFilter {
  readonly machine?: number | undefined;
  readonly skill?: string | undefined;
  /** Any text; one that is no status matches nothing. */
  readonly status?: string | undefined;
  readonly outcome?: string | undefined;
  /** Only jobs that wait for a person. */
  readonly waiting?: boolean | undefined;
}

/** Newest first, one row more than the limit (`toPage`), with what is shown beside each, in one statement. */
export function listJobs(
  db: Connection,
  organisation: number,
  filter: JobFilter,
  request: PageRequest,
): Promise<PagedJob[]> {
  const { before, limit } = request;
  let query = filteredJobs(db, organisation, filter).orderBy('id', 'desc');
  if (before !== undefined) query = query.where('id', '<', before);
  const page = query.select(LISTED).limit(rowsWithin(request, filter)).as('page');
  return db
    .selectFrom(page)
    .leftJoin('machines', (join) =>
      join
        .onRef('machines.organisation', '=', 'page.organisation')
        .onRef('machines.id', '=', 'page.machine'),
    )
    .selectAll('page')
    .select('machines.name as machine_name')
    .select(({ selectFrom }) =>
      selectFrom('deliveries')
        .whereRef('deliveries.organisation', '=', 'page.organisation')
        .whereRef('deliveries.job', '=', 'page.id')
        .select(FIRST_ACCEPTED.as('delivery'))
        .as('delivery'),
    )
    .orderBy('page.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Not as a condition, for which an engine might walk all that were accepted. */
const FIRST_ACCEPTED = sql<
  number | null
>`min(case when deliveries.outcome = 'accepted' then deliveries.id end)`;

function filteredJobs(
  db: Connection,
  organisation: number,
  filter: JobFilter,
): SelectQueryBuilder<Tables, 'jobs', object> {
  const { status, outcome } = filter;
  let query = db.selectFrom('jobs').where('organisation', '=', organisation);
  if (filter.machine !== undefined) query = query.where('machine', '=', filter.machine);
  if (filter.skill !== undefined) query = query.where('skill', '=', filter.skill);
  if (status !== undefined) {
    query = query.where('status', '=', status as JobRow['status']);
    // As the indexes of a machine's jobs say it.
    const part = isInProgress(status) ? OPEN_JOBS : SETTLED_JOBS;
    if (filter.machine !== undefined) query = query.where(part);
  }
  if (outcome !== undefined) query = query.where('outcome', '=', outcome as JobRow['outcome']);
  if (filter.waiting) {
    query = query.where('state', '=', 'needs_input').where(SETTLED_JOBS).where(OPEN_JOBS);
  }
  return query;
}
