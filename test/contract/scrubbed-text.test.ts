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
