import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globMatcher, isGlob } from '../../../src/flow/each/glob.ts';
import { proves } from '../../support/proves.ts';

const PARTS = [
  'a',
  'b',
  '1',
  '-',
  '.',
  '/',
  '*',
  '?',
  '[ab]',
  '[!a]',
  '[^1-]',
  '[]a]',
  '[[:digit:]]',
];
const MORE = ['[!]/]', '{1..3}', '{b..a}', '{a,1}', '{,b}', '@(a|b)', '?(a)', '*(a|1)', '+(b)'];
const NEGATED = ['!(a)', '!(a|?)', '!([!a])', '!(a*)', '\\*', '\\[', 'ab{a}', '{'];
const TEXTS = [
  'a',
  'b',
  'ab',
  'ba',
  'aab',
  'bbb',
  '1',
  'a1',
  'b1',
  '2',
  '-',
  'a-b',
  '.',
  '..',
  '.a',
];
const ODD = ['a.b', '/', 'a/b', '*', '[', '[a-', '[]', 'a]', 'ab{a}', '{', '{a', '!', 'a1/', '^'];

/** Whether bash has each text as one that fits the glob: braces first, as it does with the words of a `case`. */
const SCRIPT = String.raw`shopt -s extglob; set -f
while IFS= read -r glob; do
  IFS= read -r words; eval "globs=($words)"; told=
  for text in "$@"; do
    fits=0; for each in "$${'{'}globs[@]}"; do [[ $text == $each ]] && fits=1; done; told+=$fits
  done
  printf '%s\n' "$told"
done`;

test('a glob fits what it fits in bash', ({ skip }) => {
  proves('UI-each-glob');
  skip(spawnSync('bash', ['-c', 'exit']).status !== 0, 'no bash here');
  const glob = fc
    .array(fc.constantFrom(...PARTS, ...MORE, ...NEGATED), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(''))
    // Here bash is wrong itself: it has no empty text in the place of the group.
    .filter((each) => !/\*[!?*@+]\(/.test(each));
  const globs = [...new Set(fc.sample(glob, { numRuns: 3000, seed: 7 }))];
  const texts = [...TEXTS, ...ODD];
  const input = globs.map((each) => `${each}\n${quotedButBraces(each)}\n`).join('');
  const bash = spawnSync('bash', ['-c', SCRIPT, 'bash', ...texts], { input, encoding: 'utf8' });
  const told = bash.stdout.trimEnd().split('\n');
  const wrong = globs.flatMap((each, at) => {
    const fits = globMatcher(each);
    const ours = texts.map((text) => (fits(text) ? '1' : '0')).join('');
    return ours === told[at] ? [] : [[each, ours, told[at]]];
  });
  expect(wrong).toEqual([]);
});

/** The glob as a word of which bash expands the braces and nothing else. */
function quotedButBraces(glob: string): string {
  return glob.replace(/[^{},.\w]/g, (character) => `\\${character}`);
}

test.each([
  ['web', false],
  ['web-{1', false],
  ['web-{1}', false],
  ['[web', false],
  ['web(1)', false],
  ['web-?', true],
  ['{web,lab}', true],
])('%s has a character that stands for others: %s', (text, expected) => {
  proves('UI-each-glob');
  expect(isGlob(text)).toBe(expected);
});

test('numbers are padded as the ends of their range are', () => {
  proves('UI-each-glob');
  const fits = globMatcher('{08..010}');
  expect(['8', '08', '008', '009', '010', '10'].filter(fits)).toEqual(['008', '009', '010']);
});
