import { KEY_FILE_VERSION, type KeptKey, type Owner } from './key-file.ts';

/** The text of a key's file. */
export function keyFileText(key: string, origin: string): string {
  return `${JSON.stringify({ version: KEY_FILE_VERSION, origin, key })}\n`;
}

/**
 * The text of a key's file while a login changes its profile: with the earlier key, which counts until
 * the profile is that of the new one.
 */
export function changingKeyText(
  key: string,
  { key_fingerprint: fingerprint, origin }: Owner,
  before: KeptKey,
): string {
  return `${JSON.stringify({ version: KEY_FILE_VERSION, origin, key, fingerprint, before })}\n`;
}

/**
 * What the keychain keeps while a login changes a profile: with the earlier key, which counts until the
 * profile is that of the new one. No key has a line end.
 */
export function changingSecret(key: string, fingerprint: string, before: string): string {
  return [key, fingerprint, before].join('\n');
}
