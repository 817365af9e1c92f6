import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutUtf8, decodeUtf8 } from '../../../src/base/text/utf8.ts';

test('a cut text is as long as fits, and every character of it is whole', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(
      text,
      fc.nat(40),
      fc.constantFrom('start' as const, 'end' as const),
      (given, max, keep) => {
        const bytes = Buffer.from(given.toWellFormed(), 'utf8');
        const cut = cutUtf8(bytes, keep, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut.length).toBeGreaterThan(Math.min(bytes.length, max) - 4);
        const part = decodeUtf8(cut, { keepByteOrderMark: true });
        expect(part).toBeDefined();
        const whole = given.toWellFormed();
        expect(keep === 'start' ? whole.startsWith(part ?? '') : whole.endsWith(part ?? '')).toBe(
          true,
        );
      },
    ),
  );
});

test('what is no UTF-8 is no text', () => {
  expect(decodeUtf8(Uint8Array.of(0xff))).toBeUndefined();
  expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('a');
  expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), { keepByteOrderMark: true })).toBe(
    '\ufeffa',
  );
});
