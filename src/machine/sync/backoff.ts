const FIRST_MS = 500;
const LONGEST_MS = 60_000;

interface BackoffFacts {
  /** How many syncs failed in a row, this one included. */
  readonly failures: number;
  /** What the server asked for, if it did. */
  readonly retryAfterMs: number | undefined;
  /** From 0 to below 1. */
  readonly random: number;
}

/**
 * How long to wait after a failed sync, in milliseconds: doubling from half a second to a minute, the
 * upper half of it random, so that the machines of a fleet do not return all at once. It is never
 * shorter than the server's Retry-After, of which a minute counts: a proxy may ask for days, and a
 * machine that waits for them is not there when the server is back.
 */
export function backoffMs(facts: BackoffFacts): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(facts.failures - 1, 20));
  const jittered = Math.round(most * (0.5 + facts.random / 2));
  if (facts.retryAfterMs === undefined) return jittered;
  const askedMs = Math.min(LONGEST_MS, facts.retryAfterMs);
  return Math.max(jittered, askedMs + Math.round(facts.random * 1000));
}
