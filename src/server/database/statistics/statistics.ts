import type { Connection } from '../connection.ts';
import { firstIdAt } from '../row-id.ts';
import { type FleetSpan, type FleetStatistics, fleetStatistics } from './fleet-statistics.ts';

/** Jobs of a span of time, counted by the moment the service first heard of them. */
export interface JobStatistics {
  readonly jobs: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly needs_human: number;
  readonly cost_usd: number;
  readonly tokens: number;
  /** Median and 95th percentile of the running time of ended jobs, nearest rank; null without any. */
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

interface Span {
  readonly organisation: number;
  /** Only of this machine. */
  readonly machine?: number;
  /** From here on, in milliseconds. */
  readonly since: number;
}

/** Calculations over many rows; never on the thread that answers requests. */
export interface Statistics {
  jobStatistics(span: Span): Promise<JobStatistics>;
  fleetStatistics(span: FleetSpan): Promise<FleetStatistics>;
}

/** The calculations over a connection; the dialect says on which thread they run. */
export function statisticsOf(db: Connection): Statistics {
  return {
    jobStatistics: (span) => jobStatistics(db, span),
    fleetStatistics: (span) => fleetStatistics(db, span),
  };
}

async function jobStatistics(db: Connection, span: Span): Promise<JobStatistics> {
  let jobs = db
    .selectFrom('jobs')
    .where('organisation', '=', span.organisation)
    .where('id', '>=', firstIdAt(span.since));
  if (span.machine !== undefined) jobs = jobs.where('machine', '=', span.machine);
  const sums = await jobs
    .select((all) => [
      all.fn.countAll<number>().as('jobs'),
      all.fn.countAll<number>().filterWhere('state', '=', 'done').as('succeeded'),
      all.fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
      all.fn.countAll<number>().filterWhere('outcome', '=', 'needs_human').as('needs_human'),
      all.fn.coalesce(all.fn.sum<number>('cost_usd'), all.lit(0)).as('cost_usd'),
      all.fn.coalesce(all.fn.sum<number>('tokens'), all.lit(0)).as('tokens'),
    ])
    .executeTakeFirstOrThrow();
  const ended = await jobs
    .select((job) => job('ended_at', '-', job.ref('started_at')).as('ms'))
    .where('started_at', 'is not', null)
    .where('ended_at', 'is not', null)
    .orderBy('ms')
    .execute();
  const running = ended.map(({ ms }) => Number(ms));
  return { ...sums, p50_ms: nearestRank(running, 0.5), p95_ms: nearestRank(running, 0.95) };
}

/** The percentile of ascending values by nearest rank; SQLite's own functions are not everywhere. */
function nearestRank(ascending: readonly number[], share: number): number | null {
  return ascending[Math.max(Math.ceil(ascending.length * share) - 1, 0)] ?? null;
}
