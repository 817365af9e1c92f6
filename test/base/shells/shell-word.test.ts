import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { powershellWord } from '../../../src/base/shells/powershell-word.ts';
import { posixWord, shellWord } from '../../../src/base/shells/shell-word.ts';
import { proves } from '../../support/proves.ts';

const SIGNS = [...'\'"‘’‚‛`$@%&|;,:.(){}[]<>^!#*?~=+- \t\n\\/aB9é😀'];
const text = () => fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 12 });

test('a POSIX shell reads a quoted word as it was', () => {
  proves('PLATFORM-quoting');
  const words = fc.sample(text(), { numRuns: 300, seed: 17 });
  const line = ['printf', "'%s\\0'", ...words.map(posixWord)].join(' ');
  const read = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
  expect(read.split('\0').slice(0, -1)).toEqual(words);
});

/** What PowerShell reads, by about_Quoting_Rules and the tokenizer's set of single quotes. */
function readByPowershell(word: string): string {
  const quote = /['\u2018-\u201b]/;
  if (!quote.test(word[0] ?? '')) {
    // A bare word: nothing in it may mean more than itself.
    expect(word).toMatch(/^(--?)?[A-Za-z_/\\][A-Za-z0-9_./\\:+=-]*$/);
    if (word.startsWith('-')) expect(word).not.toMatch(/[.:]/);
    return word;
  }
  let value = '';
  for (let at = 1; at < word.length; at += 1) {
    if (quote.test(word[at] ?? '')) {
      at += 1;
      if (at === word.length) return value;
      expect(word[at]).toMatch(quote);
    }
    value += word[at];
  }
  throw new Error(`${word} has no end`);
}

test('PowerShell reads a quoted word as it was', () => {
  proves('PLATFORM-quoting');
  fc.assert(
    fc.property(text(), (word) => {
      expect(readByPowershell(powershellWord(word))).toBe(word);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['deploy-check', 'deploy-check'],
  ['C:\\work\\a', 'C:\\work\\a'],
  ['--format=json', '--format=json'],
  ['--base-url=http://a.b', "'--base-url=http://a.b'"],
  ['-x.y', "'-x.y'"],
  ['a,b', "'a,b'"],
  ['@file', "'@file'"],
  ['1kb', "'1kb'"],
  ["it's", "'it''s'"],
  ['', "''"],
])('%j for PowerShell is %s', (word, quoted) => {
  expect(shellWord(word, 'win32')).toBe(quoted);
});

test('the shell is the one of the system', () => {
  expect(shellWord("it's", 'linux')).toBe("'it'\\''s'");
  expect(shellWord("it's", 'darwin')).toBe("'it'\\''s'");
  expect(shellWord('', 'linux')).toBe("''");
});
