import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addedOutput, restOfOutput } from '../../../src/flow/live/join-output.ts';
import { proves } from '../../support/proves.ts';

test.each([
  ['', 'one\n', 'one\n', false],
  ['one\n', 'one\ntwo\n', 'two\n', false],
  ['one\ntwo\n', 'two\nthree\n', 'three\n', false],
  ['one\ntwo\n', 'two\n', '', false],
  ['one\n', '', '', false],
  ['one\n', 'four\n', 'four\n', true],
  ['aab', 'aabaab', 'aab', false],
  ['one\n', '\nfour\n', '\nfour\n', true],
  ['line 1\nline 2\n', 'ne 2\nline 9\n', 'ne 2\nline 9\n', true],
  [`one\n${'x'.repeat(200)}`, `${'x'.repeat(200)}y\n`, 'y\n', false],
  [`one\n${'x'.repeat(199)}`, `${'x'.repeat(199)}y\n`, `${'x'.repeat(199)}y\n`, true],
])('to %j the segment %j adds %j', (known, segment, text, isGap) => {
  proves('UI-follow-output');
  expect(addedOutput(known, segment)).toEqual({ text, isGap });
});

test.each([
  ['', 'one\n', 'one\n', false],
  ['two\n', 'one\ntwo\nthree\n', 'three\n', false],
  ['tick\n', 'tick\ntick\n', 'tick\n', false],
  ['tick\n', 'one\ntick\ntick\n', 'tick\n', false],
  ['one\ntwo\n', 'two\nthree\n', 'three\n', false],
  ['one\n', 'four\n', 'four\n', true],
  ['one\n', '', '', false],
  ['a\ufffdb\n', 'a\0b\nc\0\n', 'c\0\n', false],
  ['a\ufffdb\n', 'x\na\0b\nc\n', 'c\n', false],
])('to %j, seen since some moment, the whole output %j adds %j', (known, whole, text, isGap) => {
  proves('UI-follow-output-late');
  expect(restOfOutput(known, whole)).toEqual({ text, isGap });
});

test.each([
  ['---\n', 'one\n---\n', 'one\n---\n', true],
  [`${'x'.repeat(200)}\n`, `one\n${'x'.repeat(200)}\ntwo\n`, 'two\n', false],
])(
  'to %j the newest part of an output, %j, adds %j, as what is short may stand there again',
  (known, part, text, isGap) => {
    proves('UI-follow-output-again');
    expect(restOfOutput(known, part, true)).toEqual({ text, isGap });
  },
);

/** Texts of few letters, so that stretches overlap in more than one way. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n') });

test('the ends of a growing output are joined to a text that ends as it does', () => {
  fc.assert(
    fc.property(text, text, fc.nat(20), (known, more, window) => {
      const output = known + more;
      const segment = output.slice(Math.max(0, output.length - window));
      const { text: added } = addedOutput(known, segment);
      expect((known + added).endsWith(segment)).toBe(true);
    }),
  );
});

test('no longer end could be the same, and lines that are all different are joined exactly', () => {
  fc.assert(
    fc.property(text, text, (known, segment) => {
      const { isGap, text: added } = addedOutput(known, segment);
      const shared = segment.length - added.length;
      if (isGap) return;
      expect(known.endsWith(segment.slice(0, shared))).toBe(true);
      for (let longer = shared + 1; longer <= segment.length; longer += 1) {
        expect(known.endsWith(segment.slice(0, longer))).toBe(false);
      }
    }),
  );
  fc.assert(
    fc.property(fc.nat(40), fc.nat(40), fc.nat(40), (first, second, from) => {
      const lines = Array.from({ length: first + second }, (_, at) => `line ${at}\n`);
      const known = lines.slice(0, first).join('');
      const segment = lines.slice(Math.min(from, Math.max(0, first - 1))).join('');
      expect(known + addedOutput(known, segment).text).toBe(lines.join(''));
    }),
  );
});

test('what was seen counts where it first stands in the whole output', () => {
  fc.assert(
    fc.property(text, text, (known, whole) => {
      const at = whole.indexOf(known);
      if (at === -1) return;
      const added = { text: whole.slice(at + known.length), isGap: false };
      expect(restOfOutput(known, whole)).toEqual(added);
    }),
  );
});

test('an output of one letter takes no more than the time of a few readings', () => {
  proves('ATTACK-linear-output');
  const known = `${'a'.repeat(500_000)}b`;
  const whole = 'a'.repeat(1_000_000);
  expect(restOfOutput(known, whole)).toEqual({ text: whole, isGap: true });
});
