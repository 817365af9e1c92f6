import { sha256 } from '@noble/hashes/sha2.js';

/**
 * SHA-256 (FIPS 180-4) of a short text in UTF-8, in hex. Not by `node:crypto`, which takes longer to
 * load than such a text takes to hash.
 */
export function sha256Hex(text: string): string {
  return Buffer.from(sha256(Buffer.from(text, 'utf8'))).toString('hex');
}
