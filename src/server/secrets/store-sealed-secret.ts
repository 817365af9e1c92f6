import type { CommandResult } from '../../contract/sync.ts';
import { nextCommandStatus } from '../commands/command-state.ts';
import type { CommandEnd } from '../commands/finish-command.ts';
import type { CommandRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { CLAIM_EXPIRY, moveClaim } from './claim.ts';
import { isClaimDue } from './claim-state.ts';
import { readSecretResult } from './sealed-result.ts';
import { findSecretRequest } from './sealed-secret-queries.ts';

const NO_RESULT = {
  code: 'invalid_result',
  message: 'the machine answered with neither a sealed box nor that it kept what it had',
} as const;

/**
 * Puts what a machine sealed where only the claim finds it, and gives the end of the command without
 * it: commands are listed, looked up and kept.
 */
export async function storeSealedSecret(
  transaction: WriteTransaction,
  command: CommandRow,
  { error, result }: Pick<CommandResult, 'error' | 'result'>,
): Promise<CommandEnd> {
  if (error !== null) return { event: 'fail', error, result: null };
  const claim = await findSecretRequest(transaction.db, command);
  const isOver = nextCommandStatus(command.status, 'succeed') === undefined;
  if (claim === undefined || isOver || isClaimDue(claim, transaction.now)) return CLAIM_EXPIRY;
  const answer = readSecretResult(result);
  if (answer === undefined) return { event: 'fail', error: NO_RESULT, result: null };
  if (answer.state === 'exists') await moveClaim(transaction, claim, 'keep');
  else await moveClaim(transaction, claim, 'seal', answer.sealed);
  return { event: 'succeed', error: null, result: { state: answer.state } };
}
