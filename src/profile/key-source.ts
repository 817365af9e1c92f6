import { errorCode } from '../base/errors.ts';
import { withoutLineEnd } from '../base/text/line-end.ts';
import { usageFailure } from '../contract/failure.ts';
import type { ProfileRuntime } from './profile-runtime.ts';

/** A key, and where it is from. */
export interface Credential {
  readonly key: string;
  readonly source: 'env' | 'profile';
  readonly storage: 'env' | 'file' | 'keychain';
}

/** Visible ASCII only, so that a key can never break out of a header. */
const KEY_SHAPE = /^[\x21-\x7e]{1,512}$/;

/**
 * The key in the environment: `FLEET_API_KEY`, else the content of the file that
 * `FLEET_API_KEY_FILE` names, each without exactly one line end; an empty variable counts as unset.
 * Throws `Failure` usage for a key that cannot be sent and a file that cannot be read; the texts
 * name the file and never its content.
 */
export function keyFromEnvironment({
  environment,
  readTextFile,
}: Pick<ProfileRuntime, 'environment' | 'readTextFile'>): Credential | undefined {
  const key = environment['FLEET_API_KEY'];
  if (key !== undefined && key !== '') {
    const checked = checkedKey(withoutLineEnd(key), 'FLEET_API_KEY');
    return { key: checked, source: 'env', storage: 'env' };
  }
  const path = environment['FLEET_API_KEY_FILE'];
  if (path === undefined || path === '') return undefined;
  const text = withoutLineEnd(readKeyFile(path, readTextFile));
  const checked = checkedKey(text, `The file ${path} (FLEET_API_KEY_FILE)`);
  return { key: checked, source: 'env', storage: 'file' };
}

function readKeyFile(path: string, readTextFile: (path: string) => string): string {
  try {
    return readTextFile(path);
  } catch (error) {
    throw usageFailure(
      'The key file cannot be read',
      `FLEET_API_KEY_FILE names ${path}: ${errorCode(error) ?? 'it cannot be read'}.`,
      { step: 'give_key' },
    );
  }
}

/** Whether a key can be sent in a header. */
export function isSendable(key: string): boolean {
  return KEY_SHAPE.test(key);
}

/** Gives the key back where it can be sent in a header. Throws `Failure` usage naming where it is from. */
export function checkedKey(key: string, where: string): string {
  if (isSendable(key)) return key;
  throw usageFailure(
    'The API key is not usable',
    `${where} must hold 1 to 512 visible ASCII characters without blanks or line breaks.`,
  );
}
