import { createHash, timingSafeEqual } from 'node:crypto';

/** What is stored of a token: SHA-256 in hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares in constant time. */
export function matchesHash(token: string, hash: string): boolean {
  const given = Buffer.from(hashToken(token));
  const stored = Buffer.from(hash);
  return given.length === stored.length && timingSafeEqual(given, stored);
}
