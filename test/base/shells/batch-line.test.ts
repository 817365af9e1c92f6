import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchArguments } from '../../../src/base/shells/batch-line.ts';
import { splitWords } from '../../../src/base/shells/split-words.ts';
import { proves } from '../../support/proves.ts';

/** What cmd.exe makes of its line: variables first, and then the signs that stand outside of double quotes. */
function readByCmd(line: string): string {
  const plain = line.replaceAll('%%cd:~,%', '\0');
  expect(plain).not.toContain('%');
  let isQuoted = false;
  for (const sign of plain) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted) expect('&|<>()^!;,\t').not.toContain(sign);
  }
  expect(isQuoted).toBe(false);
  return plain.replaceAll('\0', '%');
}

/** The words of a line by the rules of the Microsoft C library, as CommandLineToArgvW has them. */
function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < line.length; ) {
    const [slashes = ''] = /^\\*/.exec(line.slice(at)) ?? [];
    const next = line[at + slashes.length];
    at += slashes.length + 1;
    if (slashes !== '' || next === '"') word ??= '';
    if (next !== '"') word = slashes === '' ? word : `${word}${slashes}`;
    if (next === undefined) break;
    if (next === '"') {
      word += '\\'.repeat(slashes.length >> 1);
      if (slashes.length % 2 === 1) word += '"';
      else if (isQuoted && line[at] === '"') {
        word += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (/[ \t]/.test(next) && !isQuoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = `${word ?? ''}${next}`;
  }
  return word === undefined ? words : [...words, word];
}

const SIGNS = [...'"\\%&|<>^!()@=,;: \t\'`$*?aB9é😀'];
const FILE = 'C:\\Program Files\\50% & more\\npm.cmd';

test('a batch file gets its arguments as they are, and no sign of cmd.exe does anything', () => {
  proves('PLATFORM-programs');
  const argument = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 10 });
  fc.assert(
    fc.property(fc.array(argument, { maxLength: 4 }), (args) => {
      const words = batchArguments(FILE, args) ?? [];
      expect(words.slice(0, -1)).toEqual(['/e:ON', '/v:OFF', '/d', '/s', '/c']);
      // With /s the first and the last double quote of the line go, and nothing else.
      const line = words.at(-1)?.replace(/^"([\s\S]*)"$/, '$1') ?? '';
      expect(wordsOf(readByCmd(line))).toEqual([FILE, ...args]);
    }),
    { numRuns: 2000 },
  );
});

test('known lines are read as the library of Microsoft reads them', () => {
  expect(wordsOf('"a b c" d e')).toEqual(['a b c', 'd', 'e']);
  expect(wordsOf(String.raw`"ab\"c" "\\" d`)).toEqual(['ab"c', '\\', 'd']);
  expect(wordsOf(String.raw`a\\\b d"e f"g h`)).toEqual([String.raw`a\\\b`, 'de fg', 'h']);
  expect(wordsOf(String.raw`a\\\"b c d`)).toEqual([String.raw`a\"b`, 'c', 'd']);
  expect(wordsOf(String.raw`a\\\\"b c" d e`)).toEqual([String.raw`a\\b c`, 'd', 'e']);
  expect(wordsOf('"a""b" ""')).toEqual(['a"b', '']);
});

test.each(['a\nb', 'a\rb', 'a\0b'])('%j has no place in the line of a batch file', (argument) => {
  proves('PLATFORM-programs');
  expect(batchArguments(FILE, [argument])).toBeUndefined();
});

test('the words of a variable are split at spaces outside of double quotes', () => {
  expect(splitWords('"C:\\Program Files\\less.exe" -F  -R')).toEqual([
    'C:\\Program Files\\less.exe',
    '-F',
    '-R',
  ]);
  expect(splitWords('C:\\"a b"\\more.com "')).toEqual(['C:\\a b\\more.com', '']);
  expect(splitWords('  ')).toEqual([]);
});
