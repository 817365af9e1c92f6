import { usageFailure } from '../contract/failure.ts';

const UNIT_MS: Readonly<Record<string, number>> = {
  '': 1000,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const DAY_MS = 86_400_000;

/**
 * A duration as people write it, in milliseconds: seconds, or `90s`, `10m`, `2h`, and `30d` where it
 * may be of several days; more than nothing and at most `daysMax`. Throws `Failure` usage naming the
 * flag.
 */
export function parseDurationMs(text: string, flag: string, daysMax = 1): number {
  const form = daysMax > 1 ? /^(\d+(?:\.\d+)?)([smhd]?)$/ : /^(\d+(?:\.\d+)?)([smh]?)$/;
  const [, amount, unit = ''] = form.exec(text) ?? [];
  const durationMs = Math.round(Number(amount) * (UNIT_MS[unit] ?? Number.NaN));
  if (durationMs > 0 && durationMs <= daysMax * DAY_MS) return durationMs;
  throw usageFailure(
    `--${flag} is not a duration`,
    `${JSON.stringify(text)} was given; allowed are seconds, or 90s, 10m, 2h, at most ${daysMax > 1 ? `${daysMax}d` : '24h'}.`,
  );
}
