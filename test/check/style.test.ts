import { expect, test } from 'vitest';
import { callFindings } from './calls.ts';
import { deadFileFindings } from './dead-files.ts';
import { dependencyFindings } from './dependencies.ts';
import { folderFindings } from './folders.ts';
import { drawerFindings, processFindings, testNameFindings } from './names.ts';
import { lineFindings } from './paths.ts';
import { sizeFindings } from './sizes.ts';
import { parseSource } from './source.ts';
import { toolFindings } from './tool-findings.ts';

const one = (path: string, text: string) => [parseSource(path, text)];

test('files and folders that say nothing are found by their words', () => {
  const found = drawerFindings([
    'src/client/utils.ts',
    'test/support/test-helpers.ts',
    'src/common/a.ts',
    'src/contract/types.ts',
    'src/contract/command-type.ts',
    'src/client/retry.ts',
  ]);
  expect(found.map((line) => line.split(' ')[0])).toEqual([
    'src/client/utils.ts',
    'test/support/test-helpers.ts',
    'src/common/a.ts',
    'src/contract/types.ts',
  ]);
});

test('of src, only two operations have the name of a test', () => {
  const found = testNameFindings([
    'src/server/skills/test-skill.ts',
    'src/server/channels/test-channel.ts',
    'src/machine/commands/skill-test.ts',
    'src/server/test-channel.ts',
    'src/client/retry.test.ts',
    'src/client/latest.ts',
    'src/client/test/a.ts',
    'test/client/retry.test.ts',
  ]);
  expect(found.map((line) => line.split(' ')[0])).toEqual([
    'src/machine/commands/skill-test.ts',
    'src/server/test-channel.ts',
    'src/client/retry.test.ts',
  ]);
});

test('a folder of src or test may have 40 files of its own', () => {
  const paths = (folder: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`);
  expect(
    folderFindings([...paths('src/a', 40), ...paths('src/a/b', 40), ...paths('docs', 99)]),
  ).toEqual([]);
  expect(folderFindings([...paths('src/a', 41), ...paths('test/b/c', 42)])).toEqual([
    'src/a/ has 41 files, at most 40',
    'test/b/c/ has 42 files, at most 40',
  ]);
});

test.each([
  ['process.exit(1);', true],
  ["import { env } from 'node:process';", true],
  ['const { stdout } = globalThis.process;', true],
  ['const a = { process };', true],
  ['child.process.kill();', false],
  ["const { isIP } = process.getBuiltinModule('node:net');", false],
  ['const a = { process: 1 };', false],
])('process outside of the files that start a program: %s', (text, found) => {
  expect(processFindings(one('src/client/a.ts', text)).length > 0).toBe(found);
  expect(processFindings(one('src/terminal/a.ts', text))).toEqual([]);
});

test('a file may have 250 lines, a file of requirements 400, a function 70', () => {
  const lines = (count: number) => '\n'.repeat(count);
  expect(sizeFindings(one('src/client/a.ts', lines(250)))).toEqual([]);
  expect(sizeFindings(one('src/client/a.ts', lines(251)))).toEqual([
    'src/client/a.ts has 251 lines, at most 250',
  ]);
  expect(sizeFindings(one('test/requirements/a.ts', lines(400)))).toEqual([]);
  expect(sizeFindings(one('test/requirements/a.ts', lines(401)))).toHaveLength(1);
  expect(sizeFindings(one('src/a.ts', `const f = () => {${lines(69)}};`))).toEqual([]);
  expect(sizeFindings(one('src/a.ts', `const f = () => {${lines(70)}};`))).toEqual([
    'src/a.ts:1 f has 71 lines, at most 70',
  ]);
});

test.each([
  ['console.log(1);', 'calls console.log'],
  ['const a = 1; // TO' + 'DO later', 'open task'],
  ["test.skip('x', run);", 'uses .skip'],
  ["describe.only('x', run);", 'uses .only'],
  ["test.skipIf(true)('x', run);", 'uses .skipIf'],
  ['expect(true).toBe(true);', 'expects a constant'],
])('%s is a finding', (text, finding) => {
  expect(callFindings(one('test/a.test.ts', text)).join()).toContain(finding);
});

test.each([
  "test('x', ({ skip }) => { skip(!installed, 'no PostgreSQL'); });",
  "const text = 'console.log';",
  'iterator.skip(1);',
  'expect(value).toBe(true);',
])('%s is none', (text) => {
  expect(callFindings(one('test/a.test.ts', text))).toEqual([]);
});

test('paths of a machine, hosts of registries and resolved addresses are found', () => {
  const machinePath = ['', 'home', 'somebody', 'fleet'].join('/');
  const registry = `https://${'registry'}.example.org/vitest`;
  const text = `cd ${machinePath}\nsee ${registry}\n    "resolved": "x"\n./home/page and a/work/b\n`;
  expect(lineFindings('a.md', text)).toEqual([
    'a.md:1 has a path of one machine',
    'a.md:2 has the host of a registry',
    'a.md:3 has an address in the lock file',
  ]);
});

test('marks that a merge left are found', () => {
  const text = `${'<'.repeat(7)} HEAD\none\n=======\ntwo\n${'>'.repeat(7)} abc (Say two)\n`;
  const what = 'a mark of an unfinished merge';
  expect(lineFindings('a.md', text)).toEqual([`a.md:1 has ${what}`, `a.md:5 has ${what}`]);
});

test('a file that no entry names is dead; one named in a string or in package.json is not', () => {
  const files = [
    parseSource('build/build.ts', "const entry = 'src/main.ts';"),
    parseSource('src/main.ts', "import './a.ts';\nnew URL('./worker.ts', import.meta.url);"),
    parseSource('src/a.ts', ''),
    parseSource('src/worker.ts', ''),
    parseSource('src/attic.ts', "import './a.ts';"),
    parseSource('src/list.ts', ''),
  ];
  const packageText = '{"oclif": {"commands": {"target": "./src/list.ts"}}}';
  expect(deadFileFindings(files, packageText)).toEqual(['src/attic.ts is reached from no entry']);
});

test('packages are imported, explained and declared', () => {
  const files = one('src/a.ts', "import 'known';\nimport '@scope/new/deep';\nimport 'node:fs';");
  const packages = { dependencies: { known: '1' }, devDependencies: { idle: '1' } };
  expect(dependencyFindings(packages, files, 'The package `idle` does nothing.')).toEqual([
    'package.json has idle, which nothing imports',
    'src/README.md does not say what known is for',
    'src/a.ts imports @scope/new, which package.json does not have',
  ]);
});

test('what the compiler and the linter print becomes one line a finding', () => {
  const output = [
    'src/a.ts(3,7): error TS2304: Cannot find name.',
    '  more about it',
    '::error title=lint/a,file=src/b.ts,line=4,endLine=4,col=1,endColumn=2::Not so.',
  ].join('\n');
  expect(toolFindings('tool', output)).toEqual([
    'src/a.ts:3 TS2304: Cannot find name.',
    'src/b.ts:4 lint/a: Not so.',
  ]);
  expect(toolFindings('tool', 'broken')).toEqual(['tool failed: broken']);
});
