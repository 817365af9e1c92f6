import { Failure } from '../../contract/failure.ts';
import type { Keychain } from '../../profile/keychain/keychain.ts';
import { fromBase64url } from '../../sealing/base64url.ts';
import { wipe } from '../../sealing/key-pair.ts';
import { open } from '../../sealing/sealed-box.ts';
import { SealingError } from '../../sealing/sealing-error.ts';
import type { LockedEntry } from './locked-entry.ts';
import { keyPairFor } from './private-key.ts';
import { removeEntry } from './remove-entry.ts';

/**
 * The value of an entry whose sealed bytes are written down; the caller wipes it, and it is
 * never stored itself. Throws `Failure`: work_failed where the bytes do not open, and where nothing is in
 * them, after which the entry is gone; local where the private key cannot be had.
 */
export async function openValue(locked: LockedEntry, keychain: Keychain): Promise<Uint8Array> {
  const { id, machine, name, sealed } = locked.entry;
  const pair = await keyPairFor(locked, keychain);
  try {
    const value = open(fromBase64url(sealed ?? ''), pair);
    if (value.length === 0) throw await emptyValue(locked, keychain);
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

/** Whatever compares with an empty secret lets everybody in. */
async function emptyValue(locked: LockedEntry, keychain: Keychain): Promise<Failure> {
  const { id, machine, name } = locked.entry;
  // An entry that the disk holds back is removed with what expired.
  await removeEntry(locked, keychain).catch(() => undefined);
  return new Failure('work_failed', {
    code: 'empty_value',
    title: 'The value of the secret is empty',
    detail: `What ${machine} sealed has no bytes in it. Nothing was handed over.`,
    next: [{ step: 'replace_secret', machine, name }],
    extra: { id },
  });
}
