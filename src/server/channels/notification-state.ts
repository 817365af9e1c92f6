import type { SendRow } from '../database/tables/notifications.ts';

/** How long a try may take, in milliseconds. */
export const TRY_MS_MAX = 10_000;

/** For so long a claimed send is nobody else's; a process that is lost gives it up by that. */
export const CLAIM_MS = 2 * TRY_MS_MAX;

/** No try is ever due later than this: one that is was put off by a clock that was set back since. */
export const LATEST_MS = 600_000;

/** Milliseconds from a failed try to the next one; after the last there is none. */
const PAUSES_MS: Readonly<Record<SendRow['purpose'], readonly number[]>> = {
  alert: [5_000, 30_000, 120_000, LATEST_MS],
  test: [],
  issue: [],
};

/** How a try went: `delivered` over the network, `recorded` in the database, or not. */
export type SendOutcome =
  | { readonly state: 'delivered' | 'recorded' }
  | { readonly state: 'failed'; readonly error: string };

type Ended = Pick<SendRow, 'state' | 'error' | 'due_at' | 'ended_at'>;

/** The state of a notification after its latest try, the `tries`th. */
export function stateAfterTry(
  { purpose, tries }: Pick<SendRow, 'purpose' | 'tries'>,
  outcome: SendOutcome,
  now: number,
): Ended {
  if (outcome.state !== 'failed') {
    return { state: outcome.state, error: null, due_at: null, ended_at: now };
  }
  const { error } = outcome;
  const pause = PAUSES_MS[purpose][tries - 1];
  if (pause === undefined) return { state: 'failed', error, due_at: null, ended_at: now };
  return { state: 'pending', error, due_at: now + pause, ended_at: null };
}
