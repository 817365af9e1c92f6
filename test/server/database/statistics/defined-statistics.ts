import { sql } from 'kysely';
import type { Connection } from '../../../../src/server/database/connection.ts';
import { firstIdAt, timeOfId } from '../../../../src/server/database/row-id.ts';
import type { FleetStatistics } from '../../../../src/server/database/statistics/merge-days.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Query = ReturnType<typeof sql>;
type Row = Readonly<Record<string, unknown>>;

/** Statistics as they are defined: counted from all rows of the span, nothing of which is kept. */
export async function definedStatistics(
  db: Connection,
  {
    organisation,
    sinceDay,
    today,
  }: Readonly<Record<'organisation' | 'sinceDay' | 'today', number>>,
): Promise<FleetStatistics> {
  const jobs = sql`from jobs where organisation = ${organisation}
    and counted_at >= ${sinceDay * DAY_MS} and counted_at < ${(today + 1) * DAY_MS}`;
  const ofDay = sql`counted_at / ${sql.lit(DAY_MS)}`;
  const sums = await rowsOf(db, jobSums(ofDay, jobs));
  const durations = await rowsOf(db, jobDurations(ofDay, jobs));
  const deliveries = await rowsOf(db, deliveryCounts(organisation, firstIdAt(sinceDay * DAY_MS)));
  const skills = await rowsOf(db, jobSums(sql`skill`, jobs));
  const ofSkills = await rowsOf(db, jobDurations(sql`skill`, jobs));
  const total = await rowsOf(db, jobDurations(sql`0`, jobs));
  const days = Array.from({ length: today - sinceDay + 1 }, (_, place) => sinceDay + place);
  return {
    days: days.map((day) => ({
      day,
      ...numbersIn(sums.get(`${day}`), JOB_SUMS),
      ...durationsIn(durations.get(`${day}`)),
      ...numbersIn(deliveries.get(`${day}`), DELIVERIES),
    })),
    total: durationsIn(total.get('0')),
    skills: [...skills].map(([skill, row]) => ({
      skill,
      ...numbersIn(row, ['runs', 'cost_usd']),
      failures: Number(row['failed']),
      last_run_at: timeOfId(Number(row['newest'])),
      ...durationsIn(ofSkills.get(skill)),
    })),
  };
}

const JOB_SUMS = ['succeeded', 'failed', 'needs_human', 'cost_usd', 'tokens'] as const;
const DELIVERIES = [
  'accepted',
  'rejected',
  'skipped',
  'duplicate',
  'held',
  'lost',
  'refused',
  'via_hosted_urls',
] as const;

function numbersIn<Name extends string>(
  row: Row | undefined,
  names: readonly Name[],
): Record<Name, number> {
  const entries = names.map((name) => [name, Number(row?.[name] ?? 0)]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

function durationsIn(row: Row | undefined) {
  const read = (name: string) => (row === undefined ? null : Number(row[name]));
  return { p50_ms: read('p50_ms'), p95_ms: read('p95_ms') };
}

/** The figures of each part of the jobs. */
function jobSums(part: Query, jobs: Query): Query {
  return sql`
    select ${part} as part, count(*) as runs, max(id) as newest,
      count(case when state = 'done' then 1 end) as succeeded,
      count(case when state = 'failed' then 1 end) as failed,
      count(case when state = 'needs_input' then 1 end) as needs_human,
      sum(cost_usd) as cost_usd, sum(tokens) as tokens
    ${jobs} group by 1`;
}

/**
 * The two ranks of each part, which window functions of every engine number alike. Where a machine's
 * clock stepped back while a job ran, its running time is not known.
 */
function jobDurations(part: Query, jobs: Query): Query {
  return sql`
    select part, max(case when place = (runs * 50 + 99) / 100 then ms end) as p50_ms,
      max(case when place = (runs * 95 + 99) / 100 then ms end) as p95_ms
    from (
      select part, ms, row_number() over (partition by part order by ms) as place,
        count(*) over (partition by part) as runs
      from (
        select ${part} as part, ended_at - started_at as ms
        ${jobs} and started_at is not null and ended_at >= started_at
      ) as ended
    ) as placed
    group by part`;
}

function deliveryCounts(organisation: number, from: number): Query {
  return sql`
    select id / ${sql.lit(firstIdAt(DAY_MS))} as part,
      count(case when outcome = 'accepted' then 1 end) as accepted,
      count(case when outcome = 'rejected' then 1 end) as rejected,
      count(case when outcome = 'skipped' then 1 end) as skipped,
      count(case when outcome = 'duplicate' then 1 end) as duplicate,
      count(case when outcome = 'held' then 1 end) as held,
      count(case when outcome = 'lost' then 1 end) as lost,
      sum(case when outcome = 'refused' then webhooks else 0 end) as refused,
      count(case when via = 'ingress' and outcome <> 'refused' then 1 end) as via_hosted_urls
    from deliveries where organisation = ${organisation} and id >= ${from} group by 1`;
}

/** The rows by what they were grouped by, as text. */
async function rowsOf(db: Connection, query: Query): Promise<ReadonlyMap<string, Row>> {
  const { rows } = await query.execute(db);
  return new Map((rows as readonly Row[]).map((row) => [String(row['part']), row]));
}
