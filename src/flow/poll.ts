import type { Clock } from '../base/time/clock.ts';
import { pause } from '../base/time/pause.ts';
import { Failure, interruptedFailure } from '../contract/failure.ts';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 10_000;

export interface PollOptions {
  readonly clock: Clock;
  /** When to give up, as `clock.now()` counts. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  /** Between the first two calls; 1000 by default. */
  readonly firstDelayMs?: number;
  /** Between two later calls; 10,000 by default. */
  readonly longestDelayMs?: number;
}

/**
 * Calls `look` until it gives something: at once, then with delays that grow from 1 s to 10 s (or as
 * the options say) between the starts of two calls, the last one at the deadline. Network failures, 429 and 5xx are
 * waited out, and `missed` is told of the first in a row. Gives undefined when the deadline comes first. Throws `Failure` interrupted on abort,
 * and any other failure of a call.
 */
export async function poll<T>(
  options: PollOptions,
  look: (remainingMs: number) => Promise<T | undefined>,
  missed?: () => Promise<void>,
): Promise<T | undefined> {
  let isAway = false;
  const { clock, deadlineMs, firstDelayMs = FIRST_DELAY_MS, signal } = options;
  const { longestDelayMs = LONGEST_DELAY_MS } = options;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(longestDelayMs, delayMs * 1.5)) {
    const startedAt = clock.now();
    const seen = await pollOnce(() => look(deadlineMs - startedAt));
    if (seen.value !== undefined) return seen.value;
    if (seen.isAway && !isAway) await missed?.();
    isAway = seen.isAway;
    const now = clock.now();
    const nextAt = Math.max(now + seen.retryAfterMs, startedAt + delayMs);
    if (now >= deadlineMs) return undefined;
    const waitMs = Math.min(nextAt, deadlineMs) - now;
    if (waitMs > 0 && !(await pause(clock, waitMs, signal))) throw interruptedFailure();
  }
}

interface Polled<T> {
  readonly value: T | undefined;
  readonly isAway: boolean;
  /** The Retry-After of the service. */
  readonly retryAfterMs: number;
}

async function pollOnce<T>(look: () => Promise<T | undefined>): Promise<Polled<T>> {
  try {
    return { value: await look(), isAway: false, retryAfterMs: 0 };
  } catch (error) {
    if (!(error instanceof Failure) || !isPassing(error)) throw error;
    const retryAfterMs = (error.facts.retryAfterSeconds ?? 0) * 1000;
    return { value: undefined, isAway: true, retryAfterMs };
  }
}

const LASTING: ReadonlySet<string> = new Set([
  'answer_too_large',
  'no_tls',
  'not_trusted',
  'proxy_refused',
]);

/** Whether the same look-up may well succeed later: broken connections, 429 and 5xx. */
function isPassing({ kind, facts }: Failure): boolean {
  if (kind === 'network') return !LASTING.has(facts.code);
  const { status } = facts;
  return status !== undefined && (status === 429 || status >= 500);
}
