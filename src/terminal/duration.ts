import { usageFailure } from '../contract/failure.ts';

const UNIT_MS: Readonly<Record<string, number>> = { '': 1000, s: 1000, m: 60_000, h: 3_600_000 };
const LONGEST_MS = 24 * 3_600_000;

/**
 * A duration as people write it, in milliseconds: seconds, or `90s`, `10m`, `2h`; more than nothing
 * and at most a day. Throws `Failure` usage naming the flag.
 */
export function parseDurationMs(text: string, flag: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([smh]?)$/.exec(text) ?? [];
  const durationMs = Math.round(Number(amount) * (UNIT_MS[unit] ?? Number.NaN));
  if (durationMs > 0 && durationMs <= LONGEST_MS) return durationMs;
  throw usageFailure(
    `--${flag} is not a duration`,
    `${JSON.stringify(text)} was given; allowed are seconds, or 90s, 10m, 2h, at most 24h.`,
  );
}
