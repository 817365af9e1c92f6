import { expect, test } from 'vitest';
import { suggest } from '../../src/contract/suggest.ts';

test('a mistyped word is compared with many for some tenths of a second, and not with those after them', () => {
  const typed = 'a'.repeat(100);
  const near = `${'a'.repeat(99)}b`;
  const far = Array.from({ length: 600 }, (_, at) => String(at).padStart(100, 'z'));
  expect(suggest(typed, [...far.slice(0, 5), near])).toEqual([near]);
  expect(suggest(typed, [...far, near])).toEqual([]);
});
