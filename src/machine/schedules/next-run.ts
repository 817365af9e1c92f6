import { Cron } from 'croner';

/**
 * When a schedule runs next after a moment, in milliseconds since the epoch; undefined where it
 * never does. A local time that daylight saving skips runs right after the change, and one that it
 * repeats runs once.
 */
export function nextRunMs(
  { cron, timezone }: { readonly cron: string; readonly timezone: string },
  afterMs: number,
): number | undefined {
  return new Cron(cron, { timezone, paused: true }).nextRun(new Date(afterMs))?.getTime();
}
