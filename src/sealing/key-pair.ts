import nacl from 'tweetnacl';
import { SealingError } from './sealing-error.ts';

/** Length of a public and of a secret X25519 key, in bytes. */
export const KEY_BYTES = 32;

/** An X25519 key pair, raw. */
export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly secretKey: Uint8Array;
}

/** Gives `length` bytes that cannot be predicted. */
export type RandomBytes = (length: number) => Uint8Array;

/** The random bytes of the platform's cryptography. */
export const platformRandom: RandomBytes = (length) =>
  globalThis.crypto.getRandomValues(new Uint8Array(length));

/** Makes a key pair (RFC 7748); the random source must give 32 bytes, else `bad_length`. */
export function createKeyPair(random: RandomBytes = platformRandom): KeyPair {
  return keyPairOf(random(KEY_BYTES));
}

/** The pair that a secret key of 32 bytes belongs to. Throws `SealingError` `bad_length` for another length. */
export function keyPairOf(secretKey: Uint8Array): KeyPair {
  checkKeyLength('secret', secretKey);
  const pair = nacl.box.keyPair.fromSecretKey(secretKey);
  return { publicKey: pair.publicKey, secretKey: pair.secretKey };
}

/**
 * Overwrites the bytes of a key or a content with zeros. JavaScript allows no more than that: texts
 * made from the bytes, copies made by the garbage collector, and memory that the system swapped out
 * are not overwritten.
 */
export function wipe(...secrets: readonly Uint8Array[]): void {
  for (const bytes of secrets) bytes.fill(0);
}

/** Throws `SealingError` `bad_length` where a key does not have 32 bytes. */
export function checkKeyLength(kind: 'public' | 'secret', key: Uint8Array): void {
  if (key.length === KEY_BYTES) return;
  throw new SealingError('bad_length', `a ${kind} key has ${KEY_BYTES} bytes, not ${key.length}`);
}
