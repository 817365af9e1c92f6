import { readFile } from 'node:fs/promises';
import { createFile } from '../../base/disk/create-file.ts';
import { errorCode, messageOf } from '../../base/errors.ts';
import { Failure } from '../../contract/failure.ts';
import { fromBase64url, toBase64url } from '../../sealing/base64url.ts';
import { createKeyPair, type KeyPair, keyPairOf } from '../../sealing/key-pair.ts';
import { SealingError } from '../../sealing/sealing-error.ts';

/**
 * The machine's own key pair, to which the server seals hosted deliveries: read from `path` (0600),
 * made at the first start. Throws `Failure` where the file cannot be read or has no valid key; a new key in its
 * place would lose every pending delivery.
 */
export async function openSealingKey(path: string): Promise<KeyPair> {
  const fresh = createKeyPair();
  await createFile(path, `${toBase64url(fresh.secretKey)}\n`, { mode: 0o600 });
  try {
    return keyPairOf(fromBase64url((await readFile(path, 'utf8')).trim()));
  } catch (error) {
    if (!(error instanceof SealingError) && errorCode(error) === undefined) throw error;
    throw new Failure(
      'local',
      {
        code: 'invalid_sealing_key',
        title: 'The sealing key of the machine cannot be read',
        detail: `${path}: ${messageOf(error)}`,
        advice: 'Restore the file, or remove it and lose the pending hosted deliveries.',
      },
      { cause: error },
    );
  }
}
