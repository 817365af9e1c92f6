import { sql } from 'kysely';
import type { Connection } from '../connection.ts';
import { firstIdAt, timeOfId } from '../row-id.ts';

/** What jobs of a span of time came to; the three counts leave out what still runs. */
interface JobSums {
  readonly succeeded: number;
  readonly failed: number;
  readonly needs_human: number;
  readonly cost_usd: number;
  readonly tokens: number;
}

/** Median and 95th percentile of running times, nearest rank, in milliseconds. */
export interface Durations {
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

interface DeliveryCounts {
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly via_hosted_urls: number;
}

export interface DayStatistics extends JobSums, Durations, DeliveryCounts {
  /** Days of UTC since 1 January 1970. */
  readonly day: number;
}

interface SkillStatistics extends Durations {
  readonly skill: string;
  readonly runs: number;
  readonly failures: number;
  readonly cost_usd: number;
  readonly last_run_at: number;
}

export interface FleetStatistics {
  /** Days on which anything happened, in no order. */
  readonly days: readonly DayStatistics[];
  readonly total: Durations;
  readonly skills: readonly SkillStatistics[];
}

export interface FleetSpan {
  readonly organisation: number;
  /** From the first millisecond of this day on, days of UTC since 1 January 1970. */
  readonly sinceDay: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Jobs count on the day on which the service first heard of them, deliveries when received. */
const ID_OF_DAY = firstIdAt(DAY_MS);

type StatisticsRow = Readonly<Record<string, unknown>>;

/** What happened since a day: per day, altogether, and per skill of whatever machine. */
export async function fleetStatistics(db: Connection, span: FleetSpan): Promise<FleetStatistics> {
  const from = firstIdAt(span.sinceDay * DAY_MS);
  const jobs = sql`from jobs where organisation = ${span.organisation} and id >= ${from}`;
  const ofDay = sql`id / ${sql.lit(ID_OF_DAY)}`;
  const sums = await rowsOf(db, jobSums(ofDay, jobs));
  const durations = await rowsOf(db, jobDurations(ofDay, jobs));
  const total = await rowsOf(db, jobDurations(sql`0`, jobs));
  const deliveries = await rowsOf(db, deliveryCounts(ofDay, span.organisation, from));
  const skills = await rowsOf(db, jobSums(sql`skill`, jobs));
  const ofSkills = await rowsOf(db, jobDurations(sql`skill`, jobs));
  const days = new Set([...sums.keys(), ...deliveries.keys()]);
  return {
    days: [...days].map((day) => ({
      day: Number(day),
      ...sumsOf(sums.get(day)),
      ...durationsOf(durations.get(day)),
      ...countsOf(deliveries.get(day)),
    })),
    total: durationsOf(total.get('0')),
    skills: [...skills].map(([skill, row]) => skillOf(skill, row, ofSkills.get(skill))),
  };
}

type StatisticsQuery = ReturnType<typeof sql>;

function jobSums(group: StatisticsQuery, jobs: StatisticsQuery): StatisticsQuery {
  return sql`
    select ${group} as part, count(*) as runs, max(id) as newest,
      count(case when state = 'done' then 1 end) as succeeded,
      count(case when state = 'failed' then 1 end) as failed,
      count(case when state = 'needs_input' then 1 end) as needs_human,
      sum(cost_usd) as cost_usd, sum(tokens) as tokens
    ${jobs} group by 1`;
}

/** The two ranks of each part, which window functions of every engine number alike. */
function jobDurations(group: StatisticsQuery, jobs: StatisticsQuery): StatisticsQuery {
  return sql`
    select part, max(case when place = (runs * 50 + 99) / 100 then ms end) as p50_ms,
      max(case when place = (runs * 95 + 99) / 100 then ms end) as p95_ms
    from (
      select part, ms, row_number() over (partition by part order by ms) as place,
        count(*) over (partition by part) as runs
      from (
        select ${group} as part, ended_at - started_at as ms
        ${jobs} and started_at is not null and ended_at is not null
      ) as ended
    ) as placed
    group by part`;
}

function deliveryCounts(
  group: StatisticsQuery,
  organisation: number,
  from: number,
): StatisticsQuery {
  return sql`
    select ${group} as part,
      count(case when outcome = 'accepted' then 1 end) as accepted,
      count(case when outcome = 'rejected' then 1 end) as rejected,
      count(case when outcome = 'skipped' then 1 end) as skipped,
      count(case when via = 'ingress' then 1 end) as via_hosted_urls
    from deliveries where organisation = ${organisation} and id >= ${from} group by 1`;
}

/** The rows by what they were grouped by, as text. */
async function rowsOf(
  db: Connection,
  query: StatisticsQuery,
): Promise<ReadonlyMap<string, StatisticsRow>> {
  const { rows } = await query.execute(db);
  return new Map((rows as readonly StatisticsRow[]).map((row) => [String(row['part']), row]));
}

/** An engine gives a sum of whole numbers as a number or as text, and of nothing as null. */
function numberIn(row: StatisticsRow | undefined, column: string): number {
  return Number(row?.[column] ?? 0);
}

function sumsOf(row: StatisticsRow | undefined): JobSums {
  return {
    succeeded: numberIn(row, 'succeeded'),
    failed: numberIn(row, 'failed'),
    needs_human: numberIn(row, 'needs_human'),
    cost_usd: numberIn(row, 'cost_usd'),
    tokens: numberIn(row, 'tokens'),
  };
}

function durationsOf(row: StatisticsRow | undefined): Durations {
  const read = (column: string) => (row === undefined ? null : numberIn(row, column));
  return { p50_ms: read('p50_ms'), p95_ms: read('p95_ms') };
}

function countsOf(row: StatisticsRow | undefined): DeliveryCounts {
  return {
    accepted: numberIn(row, 'accepted'),
    rejected: numberIn(row, 'rejected'),
    skipped: numberIn(row, 'skipped'),
    via_hosted_urls: numberIn(row, 'via_hosted_urls'),
  };
}

function skillOf(
  skill: string,
  row: StatisticsRow,
  durations: StatisticsRow | undefined,
): SkillStatistics {
  return {
    skill,
    runs: numberIn(row, 'runs'),
    failures: numberIn(row, 'failed'),
    cost_usd: numberIn(row, 'cost_usd'),
    last_run_at: timeOfId(numberIn(row, 'newest')),
    ...durationsOf(durations),
  };
}
