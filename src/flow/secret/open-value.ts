import { Failure } from '../../contract/failure.ts';
import type { Keychain } from '../../profile/keychain/keychain.ts';
import { fromBase64url } from '../../sealing/base64url.ts';
import { wipe } from '../../sealing/key-pair.ts';
import { open } from '../../sealing/sealed-box.ts';
import { SealingError } from '../../sealing/sealing-error.ts';
import type { LockedEntry } from './locked-entry.ts';
import { keyPairFor } from './private-key.ts';

/**
 * The value of an entry whose sealed bytes are written down; the caller wipes it, and it is
 * never stored itself. Throws `Failure`: work_failed where the bytes do not open, local where the
 * private key cannot be had.
 */
export async function openValue(locked: LockedEntry, keychain: Keychain): Promise<Uint8Array> {
  const { id, machine, name, sealed } = locked.entry;
  const pair = await keyPairFor(locked, keychain);
  try {
    const value = open(fromBase64url(sealed ?? ''), pair);
    if (locked.entry.state === 'sealed') await locked.move('open');
    return value;
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    throw new Failure('work_failed', {
      code: 'cannot_open',
      title: 'What the machine sealed cannot be opened',
      detail: `${error.code}: ${error.message}.`,
      next: [
        { step: 'discard_secret', id },
        { step: 'replace_secret', machine, name },
      ],
      extra: { id },
    });
  } finally {
    wipe(pair.secretKey);
  }
}
