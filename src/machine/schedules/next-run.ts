import { Cron } from 'croner';

/**
 * When a schedule runs next after a moment, in milliseconds since the epoch; null for one that never
 * does. A time that a change of the clock leaves out runs when the clock has moved on, and one that
 * it repeats runs once.
 */
export function nextRunMs(
  { cron, timezone }: { readonly cron: string; readonly timezone: string },
  afterMs: number,
): number | null {
  return new Cron(cron, { timezone, paused: true }).nextRun(new Date(afterMs))?.getTime() ?? null;
}
