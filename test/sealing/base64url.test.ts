import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64url, toBase64url } from '../../src/sealing/base64url.ts';
import { proves } from '../support/proves.ts';

proves('WIRE-sealed-box');

test('any bytes are written as Node writes them, and read back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = toBase64url(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect(fromBase64url(text)).toEqual(Uint8Array.from(bytes));
    }),
  );
});

test.each([
  ['a padded text', 'YQ=='],
  ['the other alphabet', '+/+/'],
  ['a space', 'Y Q'],
  ['a line end', 'YWFh\n'],
  ['a letter beyond ASCII', 'YWFä'],
  ['one character too many', 'YWFhY'],
  ['bits that belong to no byte', 'YR'],
])('%s is refused', (_name, text) => {
  expect(() => fromBase64url(text)).toThrow(expect.objectContaining({ code: 'bad_encoding' }));
});

test('any text is bytes in their one spelling, or refused', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      let bytes: Uint8Array;
      try {
        bytes = fromBase64url(text);
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad_encoding' });
        return;
      }
      expect(toBase64url(bytes)).toBe(text);
    }),
  );
});
