import { sql, type Updateable } from 'kysely';
import type { Connection } from '../database/connection.ts';
import { insertRow } from '../database/insert-row.ts';
import type { JobRow, MachineRow, Tables } from '../database/schema.ts';
import { forgetDays } from '../database/statistics/keep-days.ts';
import type { WriteTransaction } from '../database/store.ts';
import { UNFINISHED_JOB_STATUSES } from './job-state.ts';

/** As the index `jobs_open` says it: with bound values no engine would use it. */
export const OPEN_JOBS = sql<boolean>`state in ('needs_input', 'in_progress')`;

/** As the indexes of jobs that are not in progress say it. */
export const SETTLED_JOBS = sql<boolean>`state <> 'in_progress'`;

export async function insertJob({ db }: WriteTransaction, row: JobRow): Promise<JobRow> {
  await insertRow(db, 'jobs', row);
  return row;
}

/** Changes columns of one job and gives it as it now stands. */
export async function updateJob(
  transaction: WriteTransaction,
  job: Pick<JobRow, 'organisation' | 'id' | 'counted_at'>,
  changes: Updateable<Tables['jobs']>,
): Promise<JobRow> {
  await forgetDays(transaction, job.organisation, [job.counted_at]);
  return transaction.db
    .updateTable('jobs')
    .set(changes)
    .where('organisation', '=', job.organisation)
    .where('id', '=', job.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function jobsOf(db: Connection, organisation: number) {
  return db.selectFrom('jobs').selectAll().where('organisation', '=', organisation);
}

export function findJob(
  db: Connection,
  organisation: number,
  id: number,
): Promise<JobRow | undefined> {
  return jobsOf(db, organisation).where('id', '=', id).executeTakeFirst();
}

/** The job that this machine calls this. */
export function findMachineJob(
  db: Connection,
  machine: Pick<MachineRow, 'organisation' | 'id'>,
  machineJobId: string,
): Promise<JobRow | undefined> {
  return jobsOf(db, machine.organisation)
    .where('machine', '=', machine.id)
    .where('machine_job_id', '=', machineJobId)
    .executeTakeFirst();
}

/** Jobs whose machine calls them this, newest first; machines may use the same id. */
export function findJobsOfMachineId(
  db: Connection,
  organisation: number,
  machineJobId: string,
): Promise<JobRow[]> {
  return jobsOf(db, organisation)
    .where('machine_job_id', '=', machineJobId)
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
}

/** Jobs of the machine that are queued, run or wait, newest first. */
export function runningJobsOf(
  db: Connection,
  organisation: number,
  machine: number,
): Promise<JobRow[]> {
  return jobsOf(db, organisation)
    .where('machine', '=', machine)
    .where(OPEN_JOBS)
    .where('status', 'in', UNFINISHED_JOB_STATUSES)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

/** Every job of the machine that runs or waits for a person. */
export function openJobsOf(
  db: Connection,
  machine: Pick<MachineRow, 'organisation' | 'id'>,
): Promise<JobRow[]> {
  return jobsOf(db, machine.organisation)
    .where('machine', '=', machine.id)
    .where(OPEN_JOBS)
    .orderBy('id')
    .execute();
}

/**
 * The newest job of each skill on each machine, or on one machine. Steps from skill to skill in the
 * index `jobs_by_skill`, in place of grouping every job.
 */
export async function lastJobs(
  db: Connection,
  organisation: number,
  machine?: number,
): Promise<JobRow[]> {
  const one = machine === undefined ? sql`` : sql`and id = ${machine}`;
  const jobs = sql`from jobs where organisation = ${organisation} and machine = last.machine`;
  const { rows } = await sql<{ id: number }>`
    with recursive last (machine, skill) as (
      select id, (
        select min(skill) from jobs
        where organisation = ${organisation} and machine = machines.id
      ) from machines where organisation = ${organisation} ${one}
      union all
      select machine, (select min(skill) ${jobs} and skill > last.skill)
      from last where skill is not null
    )
    select (select max(id) ${jobs} and skill = last.skill) as id
    from last where skill is not null`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return jobsOf(db, organisation).where('id', 'in', ids).orderBy('id', 'desc').execute();
}

/** Jobs that ended as failed since a moment, newest first. */
export function failedSince(
  db: Connection,
  organisation: number,
  since: number,
  limit: number,
): Promise<JobRow[]> {
  return jobsOf(db, organisation)
    .where('state', '=', 'failed')
    .where('counted_at', '>=', since)
    .orderBy('counted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The delivery that started each of these jobs, job to delivery. */
export async function deliveriesOfJobs(
  db: Connection,
  organisation: number,
  jobs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (jobs.length === 0) return new Map();
  const rows = await db
    .selectFrom('deliveries')
    .select(['job', 'id', 'outcome'])
    .where('organisation', '=', organisation)
    .where('job', 'in', jobs)
    .orderBy('id', 'desc')
    .execute();
  // Not asked of the database, which might walk all that were accepted.
  const accepted = rows.filter(({ outcome }) => outcome === 'accepted');
  return new Map(accepted.map(({ job, id }) => [job ?? 0, id]));
}
