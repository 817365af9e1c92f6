import { z } from 'zod';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import { count, dollars, maybeTime } from '../catalogue/record-fields.ts';
import type { Durations } from '../database/statistics/job-figures.ts';
import type { DayStatistics, FleetStatistics } from '../database/statistics/merge-days.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days of UTC since 1 January 1970, both included. */
interface DayRange {
  readonly sinceDay: number;
  readonly today: number;
}

type Counts = Omit<DayStatistics, 'day' | keyof Durations>;

const NOTHING: Counts = {
  succeeded: 0,
  failed: 0,
  needs_human: 0,
  cost_usd: 0,
  tokens: 0,
  accepted: 0,
  rejected: 0,
  skipped: 0,
  duplicate: 0,
  held: 0,
  lost: 0,
  refused: 0,
  via_hosted_urls: 0,
};

/** Every day of the window, newest first, also those on which nothing happened; totals; skills. */
export function toStatistics(numbers: FleetStatistics, { sinceDay, today }: DayRange) {
  const known = new Map(numbers.days.map((one) => [one.day, one]));
  const none = { ...NOTHING, p50_ms: null, p95_ms: null };
  const days = Array.from({ length: today - sinceDay + 1 }, (_, back) => today - back);
  const rows = days.map((day) => known.get(day) ?? { day, ...none });
  const total = rows.reduce(add, NOTHING);
  const ended = total.succeeded + total.failed;
  return {
    since: dateOf(sinceDay),
    until: dateOf(today),
    days: rows.map((row) => ({ date: dateOf(row.day), ...figuresOf(row, row) })),
    totals: {
      success_rate: ended === 0 ? null : total.succeeded / ended,
      ...figuresOf(total, numbers.total),
    },
    skills: [...numbers.skills]
      .sort((one, other) => other.runs - one.runs || (one.skill < other.skill ? -1 : 1))
      .map(({ skill, runs, failures, cost_usd, p95_ms, last_run_at }) => ({
        skill,
        runs,
        failures,
        cost_usd: amount(cost_usd),
        p95_ms,
        last_run_at: rfc3339(last_run_at),
      })),
  };
}

function figuresOf(counts: Counts, { p50_ms, p95_ms }: Durations) {
  const { succeeded, failed, needs_human, cost_usd, tokens } = counts;
  const { accepted, rejected, skipped, duplicate, held, lost, refused } = counts;
  return {
    jobs: { succeeded, failed, needs_human },
    cost_usd: amount(cost_usd),
    tokens,
    p50_ms,
    p95_ms,
    deliveries: {
      accepted,
      rejected,
      skipped,
      duplicate,
      held,
      lost,
      refused,
      via_hosted_urls: counts.via_hosted_urls,
    },
  };
}

function add(sum: Counts, day: Counts): Counts {
  return {
    succeeded: sum.succeeded + day.succeeded,
    failed: sum.failed + day.failed,
    needs_human: sum.needs_human + day.needs_human,
    cost_usd: sum.cost_usd + day.cost_usd,
    tokens: sum.tokens + day.tokens,
    accepted: sum.accepted + day.accepted,
    rejected: sum.rejected + day.rejected,
    skipped: sum.skipped + day.skipped,
    duplicate: sum.duplicate + day.duplicate,
    held: sum.held + day.held,
    lost: sum.lost + day.lost,
    refused: sum.refused + day.refused,
    via_hosted_urls: sum.via_hosted_urls + day.via_hosted_urls,
  };
}

/** Sums of cents are not exact in binary; a millionth of a dollar is. */
function amount(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6;
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

const numbers = {
  jobs: z.strictObject({ succeeded: count, failed: count, needs_human: count }),
  cost_usd: dollars,
  tokens: count,
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  deliveries: z.strictObject({
    accepted: count,
    rejected: count,
    skipped: count,
    duplicate: count,
    held: count.describe('Received by a hosted URL and not decided on yet.'),
    lost: count.describe('Received by a hosted URL and never decided on.'),
    refused: count.describe('Refused by a hosted URL at a cap.'),
    via_hosted_urls: count,
  }),
};

const date = z.string().meta({ format: 'date' });

/** The response of `get_stats`. */
export const statisticsSchema = z
  .strictObject({
    since: date,
    until: date,
    days: z.array(z.strictObject({ date, ...numbers })),
    totals: z.strictObject({ success_rate: z.number().min(0).max(1).nullable(), ...numbers }),
    skills: z.array(
      z.strictObject({
        skill: z.string(),
        runs: count,
        failures: count,
        cost_usd: dollars,
        p95_ms: z.number().nullable(),
        last_run_at: maybeTime,
      }),
    ),
  })
  .meta({ id: 'Statistics' });

/** The numbers of the jobs of a span of time. */
export const jobNumbersSchema = z.strictObject({
  jobs: count,
  succeeded: count,
  failed: count,
  needs_human: count,
  cost_usd: dollars,
  tokens: count,
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
});
