import { timeOfId } from '../row-id.ts';
import type { DayFigures, DeliveryCounts, SkillFigures } from './day-figures.ts';
import type { Durations, JobSums } from './job-figures.ts';

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
  /** In the order in which they were given. */
  readonly days: readonly DayStatistics[];
  readonly total: Durations;
  readonly skills: readonly SkillStatistics[];
}

/** What these days came to: per day, altogether, and per skill of whatever machine. */
export function mergeDays(days: readonly (readonly [number, DayFigures])[]): FleetStatistics {
  const bySkill = Map.groupBy(
    days.flatMap(([, { skills }]) => skills),
    ({ skill }) => skill,
  );
  return {
    days: days.map(([day, { skills, deliveries }]) => ({
      day,
      ...sumOf(skills),
      ...durationsOf(skills),
      ...deliveries,
    })),
    total: durationsOf(days.flatMap(([, { skills }]) => skills)),
    skills: [...bySkill].map(([skill, parts]) => {
      const { failed, cost_usd } = sumOf(parts);
      return {
        skill,
        runs: parts.reduce((sum, { runs }) => sum + runs, 0),
        failures: failed,
        cost_usd,
        last_run_at: timeOfId(Math.max(...parts.map(({ newest }) => newest))),
        ...durationsOf(parts),
      };
    }),
  };
}

function sumOf(parts: readonly SkillFigures[]): JobSums {
  const none = { succeeded: 0, failed: 0, needs_human: 0, cost_usd: 0, tokens: 0 };
  return parts.reduce(
    (sum, part) => ({
      succeeded: sum.succeeded + part.succeeded,
      failed: sum.failed + part.failed,
      needs_human: sum.needs_human + part.needs_human,
      cost_usd: sum.cost_usd + part.cost_usd,
      tokens: sum.tokens + part.tokens,
    }),
    none,
  );
}

function durationsOf(parts: readonly SkillFigures[]): Durations {
  const sorted = parts.map(({ durations }) => durations).filter(({ length }) => length > 0);
  return { p50_ms: percentile(sorted, 50), p95_ms: percentile(sorted, 95) };
}

/**
 * The nearest rank over several sorted lists, without making one of them: the least number that so
 * many of all numbers do not exceed, found by halving the range it can lie in.
 */
function percentile(sorted: readonly (readonly number[])[], percent: number): number | null {
  const count = sorted.reduce((sum, { length }) => sum + length, 0);
  if (count === 0) return null;
  const rank = Math.ceil((count * percent) / 100);
  let least = Math.min(...sorted.map((list) => list[0] ?? 0));
  let most = Math.max(...sorted.map((list) => list.at(-1) ?? 0));
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    const below = sorted.reduce((sum, list) => sum + countUpTo(list, middle), 0);
    if (below >= rank) most = middle;
    else least = middle + 1;
  }
  return least;
}

/** How many numbers of a sorted list are no greater than this one. */
function countUpTo(list: readonly number[], limit: number): number {
  let first = 0;
  let end = list.length;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if ((list[middle] ?? 0) <= limit) first = middle + 1;
    else end = middle;
  }
  return first;
}
