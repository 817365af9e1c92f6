import type { Connection } from '../connection.ts';
import { DAY_MS, type DayFigures } from './day-figures.ts';

/** A closed day that was counted, and of which version. */
export interface CountedDay {
  readonly day: number;
  readonly version: number;
  readonly figures: DayFigures;
}

/** What is kept of a day; without figures since it changed. */
interface KeptDay {
  readonly version: number;
  readonly figures: DayFigures | undefined;
}

interface Days {
  readonly organisation: number;
  /** Days of UTC since 1 January 1970. */
  readonly from: number;
  readonly before: number;
}

/** How long after its end a day counts as closed: what began before its end is committed by then. */
const SETTLED_MS = 60 * 60 * 1000;

/** The day at a moment. */
export function dayAt(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** The first day that is not closed at a moment. */
export function firstOpenDay(now: number): number {
  return dayAt(now - SETTLED_MS);
}

/** What is kept of these days. Gives way to other requests between them. */
export async function readKeptDays(
  db: Connection,
  { organisation, from, before }: Days,
): Promise<ReadonlyMap<number, KeptDay>> {
  const rows = await db
    .selectFrom('kept_days')
    .select(['day', 'version', 'figures'])
    .where('organisation', '=', organisation)
    .where('day', '>=', from)
    .where('day', '<', before)
    .execute();
  const kept = new Map<number, KeptDay>();
  for (const { day, version, figures } of rows) {
    await new Promise((resolve) => setImmediate(resolve));
    kept.set(day, { version, figures: figures === null ? undefined : JSON.parse(figures) });
  }
  return kept;
}
