import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../../oclif.manifest.json' with { type: 'json' };
import { anchorsOf, blocksOf, codeOf, linksOf } from '../../support/docs/markdown.ts';
import { isFlagOfAny, unknownIn } from '../../support/docs/named-commands.ts';
import { proves } from '../../support/proves.ts';

proves('DOCS-names');

const DOCUMENTS = ['src/README.md', ...globSync('*.md'), ...globSync('docs/*.md')].sort();
const SCRIPTS = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
const PROOFS = readFileSync('test/prove/run.ts', 'utf8');
const BENCHES = readFileSync('test/bench/run.ts', 'utf8');

/** Where paths of documents begin. */
const PLACES = ['', 'src', 'test', 'docs', 'src/server', 'src/bridge', 'src/machine'];

test.each(DOCUMENTS)('%s names only what exists', (path) => {
  const text = readFileSync(path, 'utf8');
  const shells = blocksOf(text).filter(({ language }) => /^(sh|console)$/.test(language));
  const code = [...codeOf(text), ...shells.map((block) => block.text.replaceAll('\\\n', ' '))];
  expect([
    ...code.flatMap(unknownIn),
    ...codeOf(text).flatMap(unknownFlag),
    ...code.flatMap(unknownScripts),
    ...codeOf(text).filter(isMissingFile),
    ...linksOf(text).filter((link) => leadsNowhere(path, link)),
    ...code.flatMap(unknownVariables),
  ]).toEqual([]);
});

test('the examples and descriptions of our own commands name only what exists', () => {
  for (const { description = '', examples = [], id } of Object.values<{
    readonly id: string;
    readonly description?: string;
    readonly examples?: readonly string[];
  }>(manifest.commands)) {
    expect(examples.flatMap(unknownIn), id).toEqual([]);
    const topics = [...description.matchAll(/fleet help ([a-z-]+)/g)].map((match) => match[0]);
    expect(topics.flatMap(unknownIn), id).toEqual([]);
  }
});

test('a name that does not exist is found', () => {
  expect(unknownIn('fleet cloud run-skill m s --folow && fleet job folow X')).toEqual([
    'fleet cloud run-skill m s --folow: no flag --folow',
    'fleet job folow X: no such command',
  ]);
  expect(unknownIn("fleet each --machine '*' -- run-skil x")).toHaveLength(1);
  expect(unknownFlag('--folow')).toEqual(['--folow']);
  expect(unknownScripts('npm run prove -- nothing')).toHaveLength(1);
  expect(isMissingFile('src/nothing.ts')).toBe(true);
  expect(leadsNowhere('README.md', 'docs/secrets.md#nowhere')).toBe(true);
  expect(unknownVariables('FLEET_NOTHING')).toEqual(['FLEET_NOTHING']);
});

function unknownFlag(code: string): readonly string[] {
  const flag = /^--([a-z][\w.-]*)(?:[ =]|$)/.exec(code)?.[1];
  return flag === undefined || isFlagOfAny(flag) || OF_OTHERS.has(flag) ? [] : [code];
}

/** Flags of other programs that a document names alone. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  ...['allowedTools', 'sandbox', 'require', 'full', 'version'],
  ...['env-file', 'experimental-config-file'],
]);

function unknownScripts(code: string): readonly string[] {
  return [...code.matchAll(/npm run ([a-z:]+)(?: -- ([a-z][a-z-]*))?/g)]
    .filter(([, script = '', name]) => {
      if (!(script in SCRIPTS)) return true;
      const known = { prove: PROOFS, bench: BENCHES }[script];
      return known !== undefined && name !== undefined && !known.includes(`${name}:`);
    })
    .map(([found]) => found);
}

function isMissingFile(code: string): boolean {
  if (!/^[\w.-]+(\/[\w.-]+)*\/?$/.test(code)) return false;
  const isPath = /\.(ts|js|json|yaml|service)$/.test(code) && code.includes('/');
  if (!isPath && !/^(src|test|docs|build|bin)\//.test(code)) return false;
  return !PLACES.some((place) => existsSync(join(place, code))) && !OF_A_MACHINE.test(code);
}

/** Files in the folder of a machine, or of one's own. */
const OF_A_MACHINE = /^(my-machine|state|skills|jobs)\//;

function leadsNowhere(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? from : join(dirname(from), path);
  if (!existsSync(file)) return true;
  return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor);
}

let source: string | undefined;

function unknownVariables(code: string): readonly string[] {
  source ??= [...globSync('src/**/*.ts'), ...globSync('test/**/*.ts')]
    .filter((path) => !path.startsWith('test/feature/docs/'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  return (code.match(/\bFLEET_[A-Z_]+\b/g) ?? []).filter((name) => !source?.includes(name));
}
