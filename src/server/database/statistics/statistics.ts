import { sql } from 'kysely';
import type { Connection } from '../connection.ts';
import { type FleetSpan, type FleetStatistics, fleetStatistics } from './fleet-statistics.ts';
import {
  type Durations,
  durationsOf,
  type JobSpan,
  type JobSums,
  jobDurations,
  jobSums,
  jobsIn,
  numberIn,
  rowsOf,
  sumsOf,
} from './job-figures.ts';

/** The jobs of a span of time in numbers, each as `get_stats` has it. */
export interface JobStatistics extends JobSums, Durations {
  readonly jobs: number;
}

/** Calculations over many rows; never on the thread that answers requests. */
export interface Statistics {
  jobStatistics(span: JobSpan): Promise<JobStatistics>;
  fleetStatistics(span: FleetSpan): Promise<FleetStatistics>;
}

/** The calculations over a connection; the dialect says on which thread they run. */
export function statisticsOf(db: Connection): Statistics {
  return {
    jobStatistics: (span) => jobStatistics(db, span),
    fleetStatistics: (span) => fleetStatistics(db, span),
  };
}

async function jobStatistics(db: Connection, span: JobSpan): Promise<JobStatistics> {
  const all = sql`0`;
  const sums = (await rowsOf(db, jobSums(all, jobsIn(span)))).get('0');
  const durations = (await rowsOf(db, jobDurations(all, jobsIn(span)))).get('0');
  return { jobs: numberIn(sums, 'runs'), ...sumsOf(sums), ...durationsOf(durations) };
}
