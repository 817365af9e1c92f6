import { SealingError } from './sealing-error.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const VALUES: ReadonlyMap<string, number> = new Map(
  [...ALPHABET].map((character, value) => [character, value]),
);

/** Bytes as base64url without padding (RFC 4648, section 5). */
export function toBase64url(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let bitCount = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    bitCount += 8;
    while (bitCount >= 6) {
      bitCount -= 6;
      text += ALPHABET.charAt((bits >> bitCount) & 63);
    }
    bits &= (1 << bitCount) - 1;
  }
  return bitCount === 0 ? text : text + ALPHABET.charAt((bits << (6 - bitCount)) & 63);
}

/**
 * The bytes of a base64url text without padding. Throws `SealingError` `bad_encoding`, which does
 * not repeat the text, for anything but the exact form that `toBase64url` gives.
 */
export function fromBase64url(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8));
  let bits = 0;
  let bitCount = 0;
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const value = VALUES.get(text.charAt(index));
    if (value === undefined) throw badEncoding(`character ${index + 1} is not base64url`);
    bits = (bits << 6) | value;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      bytes[length] = bits >> bitCount;
      length += 1;
      bits &= (1 << bitCount) - 1;
    }
  }
  if (bitCount === 6)
    throw badEncoding(`${text.length} characters do not make a whole number of bytes`);
  if (bits !== 0) throw badEncoding('the last character has bits that belong to no byte');
  return bytes;
}

function badEncoding(what: string): SealingError {
  return new SealingError('bad_encoding', `not base64url without padding: ${what}`);
}
