import { Cron } from 'croner';
import type { ScheduleHistory } from './schedule-history.ts';

interface Schedule {
  readonly name: string;
  readonly cron: string;
  readonly timezone: string;
}

/** A last run of an earlier process further ahead than this was by a wrong clock, and holds nothing up. */
const AHEAD_MS = 24 * 60 * 60 * 1000;

/**
 * When a schedule is due next after a moment, by what it has run for already: where the clock was set
 * back, its time comes again and the run does not.
 */
export function nextDueMs(
  schedule: Schedule,
  afterMs: number,
  { history, nowMs }: { readonly history: ScheduleHistory; readonly nowMs: number },
): number | undefined {
  const { name } = schedule;
  const earlierRun = history.earlierRunMs(name) ?? 0;
  const ranUntil = earlierRun > nowMs + AHEAD_MS ? 0 : earlierRun;
  let dueAt = nextRunMs(schedule, Math.max(afterMs, ranUntil));
  while (dueAt !== undefined && history.hasRunFor(name, dueAt)) dueAt = nextRunMs(schedule, dueAt);
  return dueAt;
}

/**
 * When a schedule runs next after a moment, in milliseconds since the epoch; undefined where it
 * never does. A local time that daylight saving skips runs right after the change, and one that it
 * repeats runs once.
 */
export function nextRunMs(
  { cron, timezone }: Omit<Schedule, 'name'>,
  afterMs: number,
): number | undefined {
  return new Cron(cron, { timezone, paused: true }).nextRun(new Date(afterMs))?.getTime();
}

/** When a schedule was due last up to a moment; undefined where it never was. */
export function lastDueMs(
  { cron, timezone }: Omit<Schedule, 'name'>,
  nowMs: number,
): number | undefined {
  // croner gives one that is before the moment.
  const before = new Date(nowMs + 1);
  return new Cron(cron, { timezone, paused: true }).previousRuns(1, before)[0]?.getTime();
}
