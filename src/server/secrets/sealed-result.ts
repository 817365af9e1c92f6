import { fromBase64url } from '../../sealing/base64url.ts';
import { SEAL_BYTES } from '../../sealing/sealed-box.ts';
import { SealingError } from '../../sealing/sealing-error.ts';

/** What a machine answered to `secret.generate`. */
export type SecretResult =
  | { readonly state: 'sealed'; readonly sealed: string }
  | { readonly state: 'exists' };

/** More than any secret; a machine's answer is not trusted to be a small one. */
const SEALED_CHARS_MAX = 64 * 1024;

/** Reads the result of `secret.generate`; undefined where it is none. */
export function readSecretResult(result: unknown): SecretResult | undefined {
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
