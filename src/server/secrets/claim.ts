import { CLAIM_TTL_SECONDS } from '../../contract/limits.ts';
import type { CommandRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { SealedSecretRow } from '../database/tables/short-lived.ts';
import { type ClaimEvent, nextClaimState } from './claim-state.ts';
import { findSecretRequest, updateSecretRequest } from './sealed-secret-queries.ts';

/**
 * Moves a claim; an event that does not apply changes nothing. Whatever comes after `sealed`
 * overwrites the sealed bytes, and the database's journal is cleared of them after the transaction.
 *
 * @param sealed what the machine sealed, with the event `seal` only
 */
export async function moveClaim(
  transaction: WriteTransaction,
  claim: SealedSecretRow,
  event: ClaimEvent,
  sealed: string | null = null,
): Promise<SealedSecretRow> {
  const state = nextClaimState(claim.state, event);
  if (state === undefined) return claim;
  await updateSecretRequest(transaction, claim, { state, sealed });
  if (claim.sealed !== null) transaction.forget();
  return { ...claim, state, sealed };
}

/**
 * The two minutes begin with the answer in which the machine received the command. It is handed out
 * again only to a machine that says it has not got it, and then they begin anew.
 */
export async function startClaimTimer(
  transaction: WriteTransaction,
  command: CommandRow,
): Promise<void> {
  const expires_at = transaction.now + CLAIM_TTL_SECONDS * 1000;
  await updateSecretRequest(transaction, command, { expires_at });
}

/** Ends the claim of a command that ended without a secret. */
export async function endClaim(
  transaction: WriteTransaction,
  command: CommandRow,
  event: 'fail' | 'expire',
): Promise<void> {
  const claim = await findSecretRequest(transaction.db, command);
  if (claim !== undefined) await moveClaim(transaction, claim, event);
}
