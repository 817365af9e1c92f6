/** One figure: how many times as much as its baseline in the same run. */
export interface Measurement {
  readonly name: string;
  readonly baseline: string;
  /** NaN where it could not be measured here. */
  readonly ratio: number;
  /** The greatest ratio that is accepted. */
  readonly limit?: number;
  /** Why it was not measured. */
  readonly notMeasured?: string;
}

/** What a machine that does other work besides adds to a ratio at most. */
const NOISE = 1.05;

/** The limit for a figure that is to be at most `target` on a quiet machine. */
export function atMost(target: number): number {
  return Number((target * NOISE).toFixed(2));
}

/** The middle value; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
