import { CLAIM_TTL_SECONDS } from '../../contract/limits.ts';
import type { ClaimState } from '../../contract/record/claim.ts';
import { isOver } from '../database/time-limit.ts';

/** How long a claim lasts once its machine has the request. */
export const CLAIM_TTL_MS = CLAIM_TTL_SECONDS * 1000;

/** `keep`: the machine kept the secret that it had. `claim`: the sealed value was handed out. */
export type ClaimEvent = 'seal' | 'keep' | 'fail' | 'expire' | 'claim';

/** Every move of a claim; an event without an entry changes nothing (specification, "Moves that are shown"). */
const MOVES: Readonly<Record<ClaimState, Partial<Record<ClaimEvent, ClaimState>>>> = {
  pending: { seal: 'sealed', keep: 'exists', fail: 'failed', expire: 'expired' },
  sealed: { claim: 'claimed', expire: 'expired' },
  claimed: {},
  expired: {},
  exists: {},
  failed: {},
};

/** The state after an event; undefined where the event does not apply to a claim in `state`. */
export function nextClaimState(state: ClaimState, event: ClaimEvent): ClaimState | undefined {
  return MOVES[state][event];
}

/** Whether the two minutes of a claim are over at `now`, or not known any more, and nothing has ended it yet. */
export function isClaimDue(
  claim: { readonly state: ClaimState; readonly expires_at: number | null },
  now: number,
): boolean {
  const isOpen = nextClaimState(claim.state, 'expire') !== undefined;
  return isOpen && claim.expires_at !== null && isOver(claim.expires_at, now, CLAIM_TTL_MS);
}
