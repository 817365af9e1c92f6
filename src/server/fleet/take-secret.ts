import type { CommandResult } from '../../contract/sync.ts';
import type { CommandRow } from '../store/schema.ts';
import { findSecretRequest } from '../store/sealed-secrets.ts';
import type { WriteTransaction } from '../store/store.ts';
import { isClaimDue } from './claim-state.ts';
import { nextCommandStatus } from './command-state.ts';
import { CLAIM_EXPIRY } from './expire-claims.ts';
import type { CommandEnd } from './finish-command.ts';
import { readSecretResult } from './sealed-result.ts';
import { moveClaim } from './secret-claims.ts';

const NO_RESULT = {
  code: 'invalid_result',
  message: 'the machine answered with neither a sealed box nor that it kept what it had',
} as const;

/**
 * Puts what a machine sealed where only the claim finds it, and gives the end of the command without
 * it: commands are listed, looked up and kept.
 */
export async function takeSecret(
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
