/** One figure: how many times as much as its baseline in the same run. */
export interface Measurement {
  readonly name: string;
  readonly baseline: string;
  readonly ratio: number;
  /** The greatest ratio that is accepted. */
  readonly limit?: number;
}

/** The middle value; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
