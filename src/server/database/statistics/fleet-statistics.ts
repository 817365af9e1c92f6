import type { Connection } from '../connection.ts';
import { countDay, type DayFigures } from './day-figures.ts';
import { type CountedDay, readKeptDays } from './kept-days.ts';
import { type FleetStatistics, mergeDays } from './merge-days.ts';

export interface FleetSpan {
  readonly organisation: number;
  /** Days of UTC since 1 January 1970, both included. */
  readonly sinceDay: number;
  readonly today: number;
  /** The first day whose figures are not kept. */
  readonly openDay: number;
}

export interface CountedStatistics {
  readonly statistics: FleetStatistics;
  /** Closed days that were not kept yet. */
  readonly counted: readonly CountedDay[];
}

/** What happened on the days of a span, as of one moment. Counts only the days that are not kept. */
export function fleetStatistics(db: Connection, span: FleetSpan): Promise<CountedStatistics> {
  const { organisation, sinceDay, today, openDay } = span;
  const closed = { organisation, from: sinceDay, before: openDay };
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (read) => {
      const kept = await readKeptDays(read, closed);
      const days: (readonly [number, DayFigures])[] = [];
      const counted: CountedDay[] = [];
      for (let day = sinceDay; day <= today; day += 1) {
        const { figures: known, version = 0 } = kept.get(day) ?? {};
        const figures = known ?? (await countDay(read, organisation, day));
        days.push([day, figures]);
        if (known === undefined && day < openDay) counted.push({ day, version, figures });
      }
      return { statistics: mergeDays(days), counted };
    });
}
