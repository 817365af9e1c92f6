import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isScrubbedFormOf } from '../../src/contract/scrubbed-text.ts';
import { proves } from '../support/proves.ts';

test.each([
  ['plain', 'plain', true],
  ['a [scrubbed] c', 'a key c', true],
  ['[scrubbed][scrubbed]\nx', 'k1\nx', true],
  ['[scrubbed] and [scrubbed] and', 'one and and two and', true],
  ['a [scrubbed] c', 'a [scrubbed] c', true],
  ['plain', 'plan', false],
  ['a [scrubbed] c', 'a  c', false],
  ['a [scrubbed] c', 'b key c', false],
  ['a [scrubbed] c', 'a key d', false],
  ['a [scrubbed] b [scrubbed] c', 'a key c', false],
  ['a [scrubbed] c', 'a one\ntwo c', false],
  ['[scrubbed][scrubbed]', 'k', false],
])('%j can be shown of %j: %j', (shown, text, may) => {
  proves('UI-skill-kept');
  expect(isScrubbedFormOf(shown, text)).toBe(may);
});

/** As it was: in time of the product of both lengths. */
function isSlowlyScrubbedOf(shown: string, line: string): boolean {
  const [first = '', ...others] = shown.split('[scrubbed]');
  const last = others.pop();
  if (last === undefined) return shown === line;
  if (!line.startsWith(first)) return false;
  let end = first.length;
  for (const part of others) {
    const found = line.indexOf(part, end + 1);
    if (found === -1) return false;
    end = found + part.length;
  }
  return line.length > end + last.length && line.endsWith(last);
}

test('a line can be shown of the same lines as by a search from each place', () => {
  proves('UI-skill-kept');
  const part = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 });
  const line = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 24 });
  const parts = fc.array(part, { minLength: 1, maxLength: 5 });
  let mayBe = 0;
  fc.assert(
    fc.property(parts, line, fc.array(part, { maxLength: 5 }), (kept, other, secrets) => {
      const shown = kept.join('[scrubbed]');
      const near = kept.map((each, at) => each + (secrets[at] ?? 'a')).join('');
      for (const whole of [other, near, near.slice(0, -1)]) {
        const expected = isSlowlyScrubbedOf(shown, whole);
        expect(isScrubbedFormOf(shown, whole)).toBe(expected);
        if (expected) mayBe += 1;
      }
    }),
    { numRuns: 2000 },
  );
  expect(mayBe).toBeGreaterThan(200);
});

test('two long lines are not compared from each place for minutes', () => {
  proves('UI-skill-kept', 'ATTACK-costly-text');
  const half = 'a'.repeat(1_000_000);
  const marked = `[scrubbed]${half}b${half}[scrubbed]`;
  expect(isScrubbedFormOf(marked, 'a'.repeat(4_000_000))).toBe(false);
  expect(isScrubbedFormOf(marked, `x${half}a${half}b${half}x`)).toBe(true);
  const many = `${'ab[scrubbed]'.repeat(100_000)}c`;
  expect(isScrubbedFormOf(many, 'ab'.repeat(2_000_000))).toBe(false);
});
