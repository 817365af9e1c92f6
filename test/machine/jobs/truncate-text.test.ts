import fc from 'fast-check';
import { expect, test } from 'vitest';
import { truncateText } from '../../../src/machine/jobs/truncate-text.ts';
import { proves } from '../../support/proves.ts';

proves('FIELD-artifact-scrubbed', 'LIM-artifact-size');

test('cut text is never longer than asked, never half a character, and a part of the whole', () => {
  const keep = fc.constantFrom('start' as const, 'end' as const);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(60), keep, (text, bytesMax, kept) => {
      const whole = text.toWellFormed();
      const options = { keep: kept, bytesMax: bytesMax + 1, scrub: (value: string) => value };
      const { content, cut } = truncateText(Buffer.from(whole), options);
      expect(Buffer.byteLength(content)).toBeLessThanOrEqual(bytesMax + 1);
      expect(kept === 'end' ? whole.endsWith(content) : whole.startsWith(content)).toBe(true);
      expect(cut).toBe(Buffer.byteLength(whole) > bytesMax + 1);
    }),
  );
});
