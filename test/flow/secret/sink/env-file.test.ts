import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import dotenv from 'dotenv';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { Failure } from '../../../../src/contract/failure.ts';
import { dotenvLine } from '../../../../src/flow/secret/sink/dotenv-line.ts';
import {
  continuedLine,
  crowdedLine,
  envFileWith,
  holdsValue,
  isBehindMark,
  unclosedLine,
  withDotenvLine,
} from '../../../../src/flow/secret/sink/env-file.ts';
import { proves } from '../../../support/proves.ts';

proves('UI-secret-dotenv');

const HAS_SH = spawnSync('sh', ['-c', ':']).status === 0;
beforeEach(({ skip }) => skip(!HAS_SH, 'no sh to read the files with'));

const folder = mkdtempSync(join(tmpdir(), 'fleet-dotenv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (file: Uint8Array) => Buffer.from(file).toString('utf8');

/** What sh, dotenv and Node find under a name in each of these files. */
function readBack(files: readonly Uint8Array[], name: string) {
  const script = files.map((file, index) => {
    const path = join(folder, `${index}.env`);
    writeFileSync(path, file);
    return `( . '${path}'; printf '%s\\0' "$${name}" )`;
  });
  const { stdout } = spawnSync('sh', ['-s'], { input: script.join('\n') });
  const bySh = stdout.toString('utf8').split('\0');
  return files.map((file, index) => ({
    sh: bySh[index],
    dotenv: dotenv.parse(Buffer.from(file))[name],
    node: parseEnv(text(file))[name],
  }));
}

const alike = (value: string | undefined) => ({ sh: value, dotenv: value, node: value });

test.each([
  ['whsec_a+b/c=', 'N=whsec_a+b/c='],
  ['', 'N='],
  ['two words', "N='two words'"],
  ['$HOME `x` "y" \\n #', 'N=\'$HOME `x` "y" \\n #\''],
  ["it's", 'N="it\'s"'],
  ['%@:-._/', 'N=%@:-._/'],
])('%j is written as %j', (value, line) => {
  expect(dotenvLine('N', value)).toBe(line);
});

test.each([
  'a\rb',
  'a\0b',
  'two\nlines',
  'a\u2028b',
  'a\x85b',
  'a\fb',
  "it's $5",
  "it's `x`",
  "it's \\",
  'it\'s "so"',
  'ends in \\',
])('%j cannot be read back alike and has no line', (value) => {
  expect(dotenvLine('N', value)).toBeUndefined();
});

const awkward = fc.constantFrom(...'\'"`$\\#=%!~ \t\n&;|<>(){}[]*?éa0_-\u2028'.split(''));
const value = fc.oneof(
  fc.string({ unit: awkward, maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.base64String(),
);
/** Lines that all three readers read alike. */
const line = fc.constantFrom(
  'A=1',
  '# a comment, it has a quote',
  '',
  "B='two words'",
  'C="x y"',
  'export D=4',
  'NAME=old',
  "export NAME='old one'",
  'E="two\nNAME=inside\nlines"',
  "F='#'",
  "F=''",
  'G=ünïcode',
  'NAMES=other',
);

function writtenOrRefused(before: Uint8Array, wanted: string): Uint8Array | undefined {
  try {
    return envFileWith(before, 'NAME', wanted);
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({ kind: 'conflict', facts: { code: 'value_does_not_fit' } });
    return undefined;
  }
}

test('every value that is written is read back by sh, dotenv and Node, among any lines', () => {
  const cases = fc.sample(fc.tuple(value, fc.array(line, { maxLength: 6 }), fc.boolean()), 600);
  const written = cases.flatMap(([wanted, lines, endsInLine]) => {
    const before = bytes(`${lines.join('\n')}${endsInLine ? '\n' : ''}`);
    const after = writtenOrRefused(before, wanted);
    return after === undefined ? [] : [{ wanted, before, after }];
  });
  expect(written.length).toBeGreaterThan(200);
  const read = readBack(
    written.map(({ after }) => after),
    'NAME',
  );
  for (const [index, { after, before, wanted }] of written.entries()) {
    expect([text(before), read[index]]).toEqual([text(before), alike(wanted)]);
    const others = (file: Uint8Array) => ({ ...parseEnv(text(file)), NAME: null });
    expect(others(after)).toEqual(others(before));
  }
}, 60_000);

test.each([
  ['a first line', '', 'NAME=v\n'],
  ['a further line', 'A=1\n', 'A=1\nNAME=v\n'],
  ['no line end at the end', 'A=1', 'A=1\nNAME=v\n'],
  ['CRLF', 'A=1\r\nB=2\r\n', 'A=1\r\nB=2\r\nNAME=v\r\n'],
  ['CRLF in place', 'A=1\r\nNAME=old\r\nB=2', 'A=1\r\nNAME=v\r\nB=2'],
  ['in place, last, no line end', 'A=1\nNAME=old', 'A=1\nNAME=v'],
  ['export', 'export NAME=old\nA=1\n', 'export NAME=v\nA=1\n'],
  ['duplicates', 'NAME=1\nA=1\n  NAME = 2 # x\n', 'NAME=v\nA=1\nNAME=v\n'],
  ['a value of several lines', "NAME='a\nb'\nA=1\n", 'NAME=v\nA=1\n'],
  ['a name inside of a value', 'A="x\nNAME=1\n"\n', 'A="x\nNAME=1\n"\nNAME=v\n'],
  [
    'names that begin alike',
    'NAMES=1\nXNAME=2\n# NAME=3\n',
    'NAMES=1\nXNAME=2\n# NAME=3\nNAME=v\n',
  ],
  ['a byte order mark', '\ufeffNAME=1\nA=2\n', '\ufeffNAME=v\nA=2\n'],
  ['an unclosed quote', 'A=\'x\nNAME=1\nB="', 'A=\'x\nNAME=v\nB="'],
])('an env file keeps everything else: %s', (_what, before, after) => {
  expect(text(withDotenvLine(bytes(before), 'NAME', 'NAME=v'))).toBe(after);
});

test.each([
  ['the next quoted line', 'A=1\nB="x\nC="y"\n', 2],
  ['another such line', 'B="x\nC="y\n', 1],
  ['a text that begins with a space', 'B="x\nC=" y"\n', 1],
  ['a text that begins as a comment', 'B="x\nC=" #1"\n', 1],
  ['an empty text', "B='x\r\nC=''\r\n", 1],
  ['a quote in a comment', 'B="x\n# say "hi"\n', 1],
  ['a quote behind a backslash', "B='x\\'\nC='y'\n", 1],
  ['nothing', 'A=1\n\nexport B="x\nC=2', 3],
  ['nothing, behind a value of several lines', 'A="x\ny"\nB=`x', 3],
])('a quote that is not closed is found: the next one is of %s', (_what, file, line) => {
  expect(unclosedLine(bytes(file))).toBe(line);
});

test.each([
  'A="x\nNAME=1\n"\nB=2',
  "A='x\r\ny' # of two lines\r\nB='z'\r\n",
  'A="x\ny"; export A\n',
  'A="{\n  \\"b\\": 1\n}"\n',
  "A=it's\n# isn't\nB='x'y\n",
  'A="x\ny" # don\'t change\nB=1\n',
  'A="C:\\\\data\\\\"\nB="y"\n',
  'A="C:\\data\\"\r\nB=1\r\n',
])('a quote that is closed is none of these: %j', (file) => {
  expect(unclosedLine(bytes(file))).toBeUndefined();
});

test('bytes that are no UTF-8 stay', () => {
  const before = Uint8Array.from([0x41, 0x3d, 0xff, 0xc3, 0xa0, 0x0a]);
  const after = withDotenvLine(before, 'NAME', 'NAME=ä');
  expect([...after]).toEqual([...before, ...bytes('NAME=ä\n')]);
});

test.each([
  ['A=old', true],
  ['A=#S3cret', true],
  ['A=old\nA=\n', true],
  ["export A = 'x'\n", true],
  ['A="\nb"\n', true],
  ['', false],
  ['A=', false],
  ['A= \r\n', false],
  ['A=""\n', false],
  ["A=''\nB=x\n", false],
  ['A= # to be set\n', false],
  ['# A=old\nAB=x\n', false],
])('%j has a value of A: %j', (file, has) => {
  expect(holdsValue(bytes(file), 'A')).toBe(has);
});

test.each([
  ['B=1\nA=old; export A\n', 2],
  ['export A=old B=2', 1],
  ["A='old';export A", 1],
  ['A="x" B=y', 1],
  ['A=old # A=new', undefined],
  ['A="x; export A"', undefined],
  ["A='a b=c'\nB=x C=y", undefined],
  ['A=My App', undefined],
  ['A=Server=x;Port=5', 1],
  ['A=YQ==', undefined],
])('%j has more on the line of A: line %j', (file, line) => {
  expect(crowdedLine(bytes(file), 'A')).toBe(line);
});

test.each([
  ['B=C:\\data\\\n', 1],
  ['B=1\nB=C:\\data\\', 2],
  ["B='x'\\\nA=old\nC=1\n", 1],
  ['B=C:\\\\\n', undefined],
  ['B=C:\\data\\\n\n', undefined],
  ['# C:\\data\\\n', undefined],
  ['B=C:\\data\\\r\n', undefined],
  ['B=C:\\\nC=1\n', undefined],
  ["B='C:\\data\\'\n", undefined],
  ['', undefined],
])('%j has a line that goes on in that of A: %j', (file, line) => {
  expect(continuedLine(bytes(file), 'A')).toBe(line);
});

test.each([
  ['\ufeffA=old\nB=1\n', true],
  ['\ufeffA=old\nA=1\n', false],
  ['\ufeffB=1\nA=old\n', false],
  ['A=old\n', false],
])('%j has A only behind a byte order mark: %j', (file, is) => {
  expect(isBehindMark(bytes(file), 'A')).toBe(is);
});
