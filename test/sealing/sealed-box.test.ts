import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sodium from 'libsodium-wrappers';
import { expect, test } from 'vitest';
import { fromBase64url } from '../../src/sealing/base64url.ts';
import { createKeyPair, keyPairOf } from '../../src/sealing/key-pair.ts';
import { open, seal } from '../../src/sealing/sealed-box.ts';
import { SealingError } from '../../src/sealing/sealing-error.ts';
import { proves } from '../support/proves.ts';

proves('WIRE-sealed-box');

interface Vector {
  readonly recipient_public_key: string;
  readonly recipient_secret_key: string;
  readonly plaintext_base64url: string;
  readonly sealed_base64url: string;
}

const { vectors }: { vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('sealed-box.json', import.meta.url), 'utf8'),
);

await sodium.ready;

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof SealingError) return error.code;
    throw error;
  }
  return 'none';
}

test('every vector of libsodium opens', () => {
  expect(vectors.length).toBeGreaterThan(4);
  for (const vector of vectors) {
    const pair = keyPairOf(bytes(vector.recipient_secret_key));
    expect(pair.publicKey).toEqual(bytes(vector.recipient_public_key));
    const opened = open(fromBase64url(vector.sealed_base64url), pair);
    expect(opened).toEqual(bytes(vector.plaintext_base64url));
  }
});

const content = fc.uint8Array({ maxLength: 2000 });
const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('what we seal, libsodium opens', () => {
  fc.assert(
    fc.property(secret, content, (secretKey, plain) => {
      const { publicKey } = keyPairOf(secretKey);
      const sealed = seal(publicKey, plain);
      expect(sealed.length).toBe(plain.length + 48);
      const opened = sodium.crypto_box_seal_open(sealed, publicKey, secretKey);
      expect(Buffer.from(opened)).toEqual(Buffer.from(plain));
    }),
  );
});

test('what libsodium seals, we open', () => {
  fc.assert(
    fc.property(secret, content, (secretKey, plain) => {
      const pair = keyPairOf(secretKey);
      const sealed = sodium.crypto_box_seal(plain, pair.publicKey);
      expect(Buffer.from(open(new Uint8Array(sealed), pair))).toEqual(Buffer.from(plain));
    }),
  );
});

test('with the same random bytes the same box comes out, and the source gave them all', () => {
  const asked: number[] = [];
  const random = (length: number) => {
    asked.push(length);
    return new Uint8Array(length).fill(7);
  };
  const { publicKey } = createKeyPair(random);
  const plain = new TextEncoder().encode('a');
  expect(seal(publicKey, plain, random)).toEqual(seal(publicKey, plain, random));
  expect(asked).toEqual([32, 32, 32]);
  expect(seal(publicKey, plain)).not.toEqual(seal(publicKey, plain));
});

test('a box with any one bit changed does not open', () => {
  const pair = createKeyPair();
  const sealed = seal(pair.publicKey, new TextEncoder().encode('a value'));
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const altered = Uint8Array.from(sealed);
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(codeOf(() => open(altered, pair))).toBe('wrong_key');
  }
});

test('another key does not open a box', () => {
  const sealed = seal(createKeyPair().publicKey, new Uint8Array(3));
  expect(codeOf(() => open(sealed, createKeyPair()))).toBe('wrong_key');
});

test('a box cut short is told as such', () => {
  const pair = createKeyPair();
  const sealed = seal(pair.publicKey, new Uint8Array());
  expect(open(sealed, pair)).toEqual(new Uint8Array());
  for (const length of [0, 31, 47]) {
    expect(codeOf(() => open(sealed.subarray(0, length), pair))).toBe('truncated');
  }
});

test('keys of a wrong length are told as such', () => {
  const pair = createKeyPair();
  for (const length of [0, 31, 33]) {
    const key = new Uint8Array(length).fill(9);
    expect(codeOf(() => seal(key, new Uint8Array()))).toBe('bad_length');
    expect(codeOf(() => keyPairOf(key))).toBe('bad_length');
    expect(codeOf(() => createKeyPair(() => key))).toBe('bad_length');
    expect(codeOf(() => open(new Uint8Array(48), { ...pair, publicKey: key }))).toBe('bad_length');
    expect(codeOf(() => open(new Uint8Array(48), { ...pair, secretKey: key }))).toBe('bad_length');
  }
});

/** Every encoding of a point of small order on Curve25519 and its twist, little-endian. */
const LOW_ORDER_POINTS = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
];

test.each(LOW_ORDER_POINTS)('the point of low order %s is refused both ways', (hex) => {
  const point = new Uint8Array(Buffer.from(hex, 'hex'));
  const pair = createKeyPair();
  const forged = new Uint8Array(64);
  forged.set(point);
  for (const topBit of [0, 0x80]) {
    point[31] = ((point[31] ?? 0) & 0x7f) | topBit;
    forged.set(point);
    expect(codeOf(() => seal(point, new Uint8Array(5)))).toBe('low_order_point');
    expect(codeOf(() => open(forged, pair))).toBe('low_order_point');
  }
});

test('an error holds no byte of what it is about', () => {
  const pair = createKeyPair();
  const sealed = seal(pair.publicKey, new TextEncoder().encode('hunter2-hunter2'));
  try {
    open(sealed, createKeyPair());
    expect.unreachable();
  } catch (error) {
    const text = `${String(error)} ${JSON.stringify(error)}`;
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain(Buffer.from(sealed).toString('base64url').slice(0, 16));
  }
});
