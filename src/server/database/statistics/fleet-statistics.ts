import { sql } from 'kysely';
import type { Connection } from '../connection.ts';
import { firstIdAt, timeOfId } from '../row-id.ts';
import {
  type Durations,
  durationsOf,
  type FigureRow,
  type JobSums,
  jobDurations,
  jobSums,
  jobsIn,
  numberIn,
  type Query,
  rowsOf,
  sumsOf,
} from './job-figures.ts';

interface DeliveryCounts {
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly duplicate: number;
  /** Hosted ones that their machine has not decided on yet. */
  readonly held: number;
  readonly lost: number;
  /** What hosted URLs received, which is not what they refused. */
  readonly via_hosted_urls: number;
  /** Webhooks refused at a cap. */
  readonly refused: number;
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

/** Deliveries count on the day on which they were received, which their ids carry. */
const ID_OF_DAY = firstIdAt(DAY_MS);

/** What happened since a day: per day, altogether, and per skill of whatever machine. */
export async function fleetStatistics(db: Connection, span: FleetSpan): Promise<FleetStatistics> {
  const from = firstIdAt(span.sinceDay * DAY_MS);
  const jobs = jobsIn({ organisation: span.organisation, since: span.sinceDay * DAY_MS });
  const ofDay = sql`counted_at / ${sql.lit(DAY_MS)}`;
  const sums = await rowsOf(db, jobSums(ofDay, jobs));
  const durations = await rowsOf(db, jobDurations(ofDay, jobs));
  const total = await rowsOf(db, jobDurations(sql`0`, jobs));
  const deliveries = await rowsOf(db, deliveryCounts(span.organisation, from));
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

function deliveryCounts(organisation: number, from: number): Query {
  return sql`
    select id / ${sql.lit(ID_OF_DAY)} as part,
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

function countsOf(row: FigureRow | undefined): DeliveryCounts {
  return {
    accepted: numberIn(row, 'accepted'),
    rejected: numberIn(row, 'rejected'),
    skipped: numberIn(row, 'skipped'),
    duplicate: numberIn(row, 'duplicate'),
    held: numberIn(row, 'held'),
    lost: numberIn(row, 'lost'),
    refused: numberIn(row, 'refused'),
    via_hosted_urls: numberIn(row, 'via_hosted_urls'),
  };
}

function skillOf(skill: string, row: FigureRow, durations: FigureRow | undefined): SkillStatistics {
  return {
    skill,
    runs: numberIn(row, 'runs'),
    failures: numberIn(row, 'failed'),
    cost_usd: numberIn(row, 'cost_usd'),
    last_run_at: timeOfId(numberIn(row, 'newest')),
    ...durationsOf(durations),
  };
}
