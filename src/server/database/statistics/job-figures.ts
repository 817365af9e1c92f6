import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../connection.ts';

/**
 * What jobs of a span of time came to. A job counts when the service learned of its end, and until
 * then when it learned of the job; the three counts leave out what still runs.
 */
export interface JobSums {
  readonly succeeded: number;
  readonly failed: number;
  /** Jobs that wait for a person now, whether they run or have ended. */
  readonly needs_human: number;
  readonly cost_usd: number;
  readonly tokens: number;
}

/** Median and 95th percentile of running times, nearest rank, in milliseconds. */
export interface Durations {
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

export interface JobSpan {
  readonly organisation: number;
  /** Only of this machine. */
  readonly machine?: number | undefined;
  /** From here on, in milliseconds. */
  readonly since: number;
}

type Query = RawBuilder<unknown>;
export type FigureRow = Readonly<Record<string, unknown>>;

/** The jobs of a span, from `from` on. */
export function jobsIn({ organisation, machine, since }: JobSpan): Query {
  // A sum keeps engines from an index of the machine, by which they would read all of its history.
  const ofMachine = machine === undefined ? sql`` : sql`and machine + 0 = ${machine}`;
  return sql`from jobs where organisation = ${organisation} and counted_at >= ${since} ${ofMachine}`;
}

/** The columns of `JobSums`, with how many jobs there are and the newest. */
export const jobSumsOf: Query = sql`
  count(*) as runs, max(id) as newest,
  count(case when state = 'done' then 1 end) as succeeded,
  count(case when state = 'failed' then 1 end) as failed,
  count(case when state = 'needs_input' then 1 end) as needs_human,
  sum(cost_usd) as cost_usd, sum(tokens) as tokens`;

/**
 * The two ranks of the jobs, which window functions of every engine number alike. Where a machine's
 * clock stepped back while a job ran, its running time is not known.
 */
export function jobDurations(jobs: Query): Query {
  return sql`
    select max(case when place = (runs * 50 + 99) / 100 then ms end) as p50_ms,
      max(case when place = (runs * 95 + 99) / 100 then ms end) as p95_ms
    from (
      select ms, row_number() over (order by ms) as place, count(*) over () as runs
      from (select ended_at - started_at as ms ${jobs} and ended_at >= started_at) as ended
    ) as placed`;
}

/** The one row of an aggregate. */
export async function rowOf(db: Connection, query: Query): Promise<FigureRow | undefined> {
  const { rows } = await query.execute(db);
  return rows[0] as FigureRow | undefined;
}

/** An engine gives a sum of whole numbers as a number or as text, and of nothing as null. */
export function numberIn(row: FigureRow | undefined, column: string): number {
  return Number(row?.[column] ?? 0);
}

/** The sums in a row of `jobSumsOf`. */
export function sumsOf(row: FigureRow | undefined): JobSums {
  return {
    succeeded: numberIn(row, 'succeeded'),
    failed: numberIn(row, 'failed'),
    needs_human: numberIn(row, 'needs_human'),
    cost_usd: numberIn(row, 'cost_usd'),
    tokens: numberIn(row, 'tokens'),
  };
}

/** The durations in a row of `jobDurations`. */
export function durationsOf(row: FigureRow | undefined): Durations {
  const read = (column: string) => (row?.[column] == null ? null : numberIn(row, column));
  return { p50_ms: read('p50_ms'), p95_ms: read('p95_ms') };
}
