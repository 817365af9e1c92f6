import { sql } from 'kysely';
import type { Connection } from '../connection.ts';
import { firstIdAt } from '../row-id.ts';
import { type FigureRow, type JobSums, jobSumsOf, numberIn, sumsOf } from './job-figures.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

export interface DeliveryCounts {
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

/** The jobs of one skill that count on one day. */
export interface SkillFigures extends JobSums {
  readonly skill: string;
  readonly runs: number;
  /** The greatest id. */
  readonly newest: number;
  /** Every running time that is known, in milliseconds, the shortest first. */
  readonly durations: readonly number[];
}

/** All that statistics tell of one day, in a form of which several days make the same of their span. */
export interface DayFigures {
  readonly skills: readonly SkillFigures[];
  readonly deliveries: DeliveryCounts;
}

/** Counts one day of UTC, in days since 1 January 1970. */
export async function countDay(
  db: Connection,
  organisation: number,
  day: number,
): Promise<DayFigures> {
  const [from, until] = [day * DAY_MS, (day + 1) * DAY_MS];
  // Where a machine's clock stepped back while a job ran, its running time is not known.
  const { rows } = await sql<FigureRow>`
    select skill, ${jobSumsOf},
      string_agg(cast(ended_at - started_at as text), ',' order by ended_at - started_at)
        filter (where ended_at >= started_at) as durations
    from jobs
    where organisation = ${organisation} and counted_at >= ${from} and counted_at < ${until}
    group by skill`.execute(db);
  const { rows: deliveries } = await sql<FigureRow>`
    select count(case when outcome = 'accepted' then 1 end) as accepted,
      count(case when outcome = 'rejected' then 1 end) as rejected,
      count(case when outcome = 'skipped' then 1 end) as skipped,
      count(case when outcome = 'duplicate' then 1 end) as duplicate,
      count(case when outcome = 'held' then 1 end) as held,
      count(case when outcome = 'lost' then 1 end) as lost,
      sum(case when outcome = 'refused' then webhooks else 0 end) as refused,
      count(case when via = 'ingress' and outcome <> 'refused' then 1 end) as via_hosted_urls
    from deliveries
    where organisation = ${organisation} and id >= ${firstIdAt(from)} and id < ${firstIdAt(until)}
  `.execute(db);
  return { skills: rows.map(skillOf), deliveries: countsOf(deliveries[0]) };
}

function skillOf(row: FigureRow): SkillFigures {
  return {
    skill: String(row['skill']),
    runs: numberIn(row, 'runs'),
    newest: numberIn(row, 'newest'),
    ...sumsOf(row),
    durations: JSON.parse(`[${row['durations'] ?? ''}]`),
  };
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
