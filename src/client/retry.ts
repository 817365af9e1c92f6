import { retryAfterMs } from '../base/headers/retry-after.ts';
import type { OperationClass } from '../contract/operation-class.ts';
import type { AttemptResult } from './response.ts';

/** What is known of an operation's class; undefined counts as one that acts. */
export type KnownClass = OperationClass | (string & {}) | undefined;

export const TRIES_MAX = 4;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;

/** The result of an attempt, as far as the retry policy needs it. */
export type RetryOutcome =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs: number | undefined }
  | { readonly kind: Exclude<AttemptResult['kind'], 'answered'> };

export interface RetryState {
  /** Attempts made so far, from 1. */
  readonly attempt: number;
  readonly triesMax: number;
  readonly operationClass: KnownClass;
  readonly outcome: RetryOutcome;
  /** Since the request began. */
  readonly elapsedMs: number;
  /** When the request must have ended, since it began. */
  readonly deadlineMs: number;
  /** From 0 to below 1. */
  readonly random: number;
}

/**
 * Whether to try again, and after which delay. A read is tried again on 429, 503 and whenever the
 * connection failed; what acts only where it surely did not run: 429, or no connection was made.
 * The delay is what `Retry-After` asks, else equal jitter over 0.5, 1, 2 s. A delay that would not end
 * before the deadline stops the retries.
 */
export function nextTry(question: RetryState): { readonly delayMs: number } | 'stop' {
  const { attempt, triesMax, operationClass, outcome, elapsedMs, deadlineMs, random } = question;
  if (attempt >= triesMax) return 'stop';
  if (!mayRunAgain(outcome, operationClass === 'read')) return 'stop';
  const retryAfterMs = outcome.kind === 'status' ? outcome.retryAfterMs : undefined;
  const delayMs = Math.ceil(
    retryAfterMs === undefined ? jittered(attempt, random) : retryAfterMs + 250 * random,
  );
  return elapsedMs + delayMs < deadlineMs ? { delayMs } : 'stop';
}

/** What the retry policy needs of an attempt that ended at `nowMs`. */
export function outcomeOfAttempt(attempt: AttemptResult, nowMs: number): RetryOutcome {
  if (attempt.kind !== 'answered') return { kind: attempt.kind };
  const { status, headers } = attempt;
  return { kind: 'status', status, retryAfterMs: retryAfterMs(headers, nowMs) };
}

/** Whether what acts may have run where an error of this status came: with 408 a proxy may have waited for the service. */
export function leavesOpen(status: number): boolean {
  return status >= 500 || status === 408;
}

function mayRunAgain(outcome: RetryOutcome, isRead: boolean): boolean {
  switch (outcome.kind) {
    case 'status':
      return outcome.status === 429 || (isRead && outcome.status === 503);
    case 'not_connected':
      return true;
    case 'broken':
      return isRead;
    default:
      return false;
  }
}

function jittered(attempt: number, random: number): number {
  const full = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return full / 2 + (full / 2) * random;
}
