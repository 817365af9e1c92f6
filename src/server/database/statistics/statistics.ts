import { sql } from 'kysely';
import type { Connection } from '../connection.ts';
import { type CountedStatistics, type FleetSpan, fleetStatistics } from './fleet-statistics.ts';
import {
  type Durations,
  durationsOf,
  type JobSpan,
  type JobSums,
  jobDurations,
  jobSumsOf,
  jobsIn,
  numberIn,
  rowOf,
  sumsOf,
} from './job-figures.ts';

/** The jobs of a span of time in numbers, each as `get_stats` has it. */
export interface JobStatistics extends JobSums, Durations {
  readonly jobs: number;
}

/** Calculations over many rows; never on the thread that answers requests. */
export interface Statistics {
  jobStatistics(span: JobSpan): Promise<JobStatistics>;
  fleetStatistics(span: FleetSpan): Promise<CountedStatistics>;
}

/** The calculations over a connection; the dialect says on which thread they run. */
export function statisticsOf(db: Connection): Statistics {
  return {
    jobStatistics: (span) => jobStatistics(db, span),
    fleetStatistics: (span) => fleetStatistics(db, span),
  };
}

async function jobStatistics(db: Connection, span: JobSpan): Promise<JobStatistics> {
  const jobs = jobsIn(span);
  const sums = await rowOf(db, sql`select ${jobSumsOf} ${jobs}`);
  const durations = await rowOf(db, jobDurations(jobs));
  return { jobs: numberIn(sums, 'runs'), ...sumsOf(sums), ...durationsOf(durations) };
}
