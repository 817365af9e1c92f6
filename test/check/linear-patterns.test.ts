import { expect, test } from 'vitest';
import { proves } from '../support/proves.ts';
import { linearPatternFindings } from './linear-patterns.ts';
import { planted } from './planted.ts';

const findingsOf = (text: string) => linearPatternFindings(planted({ 'src/render/a.ts': text }));

test.each([
  "text.replace(/0+$/, '')",
  "text.replace(/[^\\n]*\\r(?=[^\\n])/g, '')",
  'const bearer = /(?<=\\bbearer\\s+)[a-z]{8,}/gi;',
  'const spaces = /^\\s*(?:a)?\\s*b/;',
  "const made = new RegExp('x+$', 'g');",
])('a pattern that may take the square of the time is found: %s', (text) => {
  proves('ATTACK-linear-patterns');
  expect(findingsOf(text)).toEqual([expect.stringMatching(/^src\/render\/a\.ts:1 \/.+\//)]);
});

test.each([
  "text.replace(/(?<!0)0+$/, '')",
  "text.replace(/^0+/, '')",
  'const words = /[a-z]+/g;',
  'new RegExp(pattern).test(text);',
])('one that does not is no finding: %s', (text) => {
  expect(findingsOf(text)).toEqual([]);
});
