import type { CommandResult } from '../../contract/sync.ts';
import { fromBase64url } from '../../sealing/base64url.ts';
import { SEAL_BYTES } from '../../sealing/sealed-box.ts';
import { SealingError } from '../../sealing/sealing-error.ts';
import type { CommandEnd } from '../commands/finish-command.ts';
import type { CommandRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { moveClaim } from './claim.ts';
import { isClaimDue, nextClaimState } from './claim-state.ts';
import { findSecretRequest } from './sealed-secret-queries.ts';

const NO_RESULT = {
  code: 'invalid_result',
  message: 'the machine answered with neither a sealed box nor that it kept what it had',
} as const;

/**
 * Stores what a machine sealed with the claim, and gives the end of the command without it: commands
 * are listed and kept, and the sealed bytes must not be. A secret that comes after its claim has ended
 * is on the machine all the same: the command says so, and the sealed bytes are dropped.
 */
export async function storeSealedSecret(
  transaction: WriteTransaction,
  command: CommandRow,
  { error, result }: Pick<CommandResult, 'error' | 'result'>,
): Promise<CommandEnd> {
  if (error !== null) return { event: 'fail', error, result: null };
  const claim = await findSecretRequest(transaction.db, command);
  const secret = readSecretResult(result);
  if (secret === undefined) return { event: 'fail', error: NO_RESULT, result: null };
  const end = { event: 'succeed', error: null, result: { state: secret.state } } as const;
  if (claim === undefined || nextClaimState(claim.state, 'seal') === undefined) {
    return { ...end, isLate: true };
  }
  if (isClaimDue(claim, transaction.now)) {
    await moveClaim(transaction, claim, 'expire');
    return { ...end, isLate: true };
  }
  if (secret.state === 'exists') await moveClaim(transaction, claim, 'keep');
  else await moveClaim(transaction, claim, 'seal', secret.sealed);
  return end;
}

/** The result of `secret.generate`. */
type SecretResult =
  | { readonly state: 'sealed'; readonly sealed: string }
  | { readonly state: 'exists' };

/** More than any secret needs: a machine is not trusted to send a small one. */
const SEALED_CHARS_MAX = 64 * 1024;

/** Reads the result of `secret.generate`; undefined where it is none. */
function readSecretResult(result: unknown): SecretResult | undefined {
  const { state, sealed } = (result ?? {}) as {
    readonly state?: unknown;
    readonly sealed?: unknown;
  };
  if (state === 'exists') return { state };
  if (state !== 'sealed' || typeof sealed !== 'string' || !isSealedBox(sealed)) return undefined;
  return { state, sealed };
}

function isSealedBox(text: string): boolean {
  if (text.length > SEALED_CHARS_MAX) return false;
  try {
    return fromBase64url(text).length > SEAL_BYTES;
  } catch (error) {
    if (error instanceof SealingError) return false;
    throw error;
  }
}
