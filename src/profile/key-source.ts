import type { Environment } from '../base/environment.ts';
import { withoutLineEnd } from '../base/text/line-end.ts';
import { Failure, usageFailure } from '../contract/failure.ts';

export interface Credential {
  readonly key: string;
  readonly source: 'env' | 'profile';
  readonly storage: 'env' | 'file' | 'keychain';
}

/** One place where a key may be; undefined where it holds none. Throws `Failure` where it is unusable. */
export type KeySource = () => Credential | undefined;

/** Visible ASCII only, so that a key can never break out of a header. */
const KEY_SHAPE = /^[\x21-\x7e]{1,512}$/;

/** `FLEET_API_KEY`; an empty one counts as unset. */
export function environmentKey(environment: Environment): KeySource {
  return () => {
    const key = environment['FLEET_API_KEY'];
    if (key === undefined || key === '') return undefined;
    return { key: checkedKey(key, 'FLEET_API_KEY'), source: 'env', storage: 'env' };
  };
}

/**
 * The file that `FLEET_API_KEY_FILE` names, without exactly one line end. Errors name the file,
 * never its content.
 */
export function keyFileKey(
  environment: Environment,
  readTextFile: (path: string) => string,
): KeySource {
  return () => {
    const path = environment['FLEET_API_KEY_FILE'];
    if (path === undefined || path === '') return undefined;
    const text = readKeyFile(path, readTextFile);
    const key = checkedKey(withoutLineEnd(text), `The file ${path} (FLEET_API_KEY_FILE)`);
    return { key, source: 'env', storage: 'file' };
  };
}

/** The first source that holds a key; undefined where none does. */
export function findKey(sources: readonly KeySource[]): Credential | undefined {
  for (const source of sources) {
    const credential = source();
    if (credential !== undefined) return credential;
  }
  return undefined;
}

/** Nobody gave a key, with the ways to give one. */
export function noKey(): Failure {
  return new Failure('no_key', {
    code: 'no_key',
    title: 'No API key',
    detail: 'Nobody is logged in, and neither FLEET_API_KEY nor FLEET_API_KEY_FILE is set.',
    advice:
      'Log in with fleet auth login; or set FLEET_API_KEY, or FLEET_API_KEY_FILE to the path of a ' +
      'file that holds the key.',
  });
}

/** The base URL as text, where one is known. Throws `Failure` usage, no_base_url; there is no default. */
export function requireBaseUrl(text: string | undefined): string {
  if (text !== undefined) return text;
  throw new Failure('usage', {
    code: 'no_base_url',
    title: 'No base URL',
    detail: 'The service to talk to is not known, and there is no default.',
    advice: 'Give --base-url https://…, or set FLEET_BASE_URL, or log in with fleet auth login.',
  });
}

/** The base URL as text: flag, else `FLEET_BASE_URL`, where an empty one counts as unset. */
export function findBaseUrl(
  flag: string | undefined,
  environment: Environment,
): string | undefined {
  if (flag !== undefined) return flag;
  const text = environment['FLEET_BASE_URL'];
  return text === '' ? undefined : text;
}

function readKeyFile(path: string, readTextFile: (path: string) => string): string {
  try {
    return readTextFile(path);
  } catch (error) {
    throw usageFailure(
      'The key file cannot be read',
      `FLEET_API_KEY_FILE names ${path}: ${errorCode(error)}.`,
    );
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'it cannot be read';
}

/** Gives the key back where it can be sent in a header. Throws `Failure` usage naming where it is from. */
export function checkedKey(key: string, where: string): string {
  if (KEY_SHAPE.test(key)) return key;
  throw usageFailure(
    'The API key is not usable',
    `${where} must hold 1 to 512 visible ASCII characters without blanks or line breaks.`,
  );
}
