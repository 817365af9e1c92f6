import { CLAIM_TTL_SECONDS } from '../../contract/limits.ts';
import { findCommand } from '../commands/command-queries.ts';
import { isFinished } from '../commands/command-state.ts';
import {
  type CommandEnd,
  type FinishedCommand,
  finishCommand,
} from '../commands/finish-command.ts';
import type { CommandRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { SealedSecretRow } from '../database/tables/short-lived.ts';
import type { Service } from '../service.ts';
import { CLAIM_TTL_MS, type ClaimEvent, nextClaimState } from './claim-state.ts';
import {
  dueSecretRequests,
  findSecretRequest,
  updateSecretRequest,
} from './sealed-secret-queries.ts';

/** How the command of a claim ends that was not finished within two minutes. */
const CLAIM_EXPIRY: CommandEnd = {
  event: 'expire',
  error: {
    code: 'expired',
    message: `the machine has not answered within ${CLAIM_TTL_SECONDS / 60} minutes`,
  },
  result: null,
};

/**
 * Moves a claim to the state after an event; an event that does not apply changes nothing. Each state
 * after `sealed` overwrites the sealed bytes, and the database's journal is cleared of them after the
 * transaction. `sealed` is given with the event `seal` only.
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
  if (claim.sealed !== null) transaction.clearJournal();
  return { ...claim, state, sealed };
}

/**
 * Starts the two minutes of a claim, with the response in which its machine receives the command.
 * They start again where the command is handed out again, to a machine that says it does not have it.
 */
export async function startClaimTimer(
  transaction: WriteTransaction,
  command: CommandRow,
): Promise<void> {
  const expires_at = transaction.now + CLAIM_TTL_MS;
  await updateSecretRequest(transaction, command, { expires_at });
}

/** Ends the claim of a `secret.generate` command that ended without a secret. */
export async function endClaimOfCommand(
  transaction: WriteTransaction,
  { command, end: { event } }: FinishedCommand,
): Promise<void> {
  if (command.type !== 'secret.generate' || event === 'succeed') return;
  const claim = await findSecretRequest(transaction.db, command);
  if (claim === undefined) return;
  await moveClaim(transaction, claim, event === 'expire' ? 'expire' : 'fail');
}

/** Expires every claim whose two minutes are over by the server's clock. */
export async function expireDueClaims({ store, clock }: Service): Promise<void> {
  const due = await store.read((db) => dueSecretRequests(db, clock.now()));
  if (due.length === 0) return;
  await store.write(async (transaction) => {
    for (const claim of await dueSecretRequests(transaction.db, transaction.now)) {
      await expireClaim(transaction, claim);
    }
  });
}

/** Expires one claim, and its command where the machine has not finished it. */
export async function expireClaim(
  transaction: WriteTransaction,
  claim: SealedSecretRow,
): Promise<SealedSecretRow> {
  const expired = await moveClaim(transaction, claim, 'expire');
  const command = await findCommand(transaction.db, claim.organisation, claim.id);
  if (command !== undefined && !isFinished(command.status)) {
    await finishCommand(transaction, command, CLAIM_EXPIRY);
  }
  return expired;
}
