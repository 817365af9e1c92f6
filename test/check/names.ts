import { identifierName, type SourceFile, walk } from './source.ts';

const DRAWERS = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'shared',
  'types',
]);

/** Files and folders whose name says nothing about what is in them. */
export function drawerFindings(paths: readonly string[]): readonly string[] {
  return paths
    .filter((path) => path.split(/[/.-]/).some((word) => DRAWERS.has(word)))
    .map((path) => `${path} has a name that says nothing (${[...DRAWERS].join(', ')})`);
}

/** Operations of the service that are named after what they do. */
const TEST_OPERATIONS = ['src/server/skills/test-skill.ts', 'src/server/channels/test-channel.ts'];

/** Files of `src/` that look like a test by the first or last word of their name. */
export function testNameFindings(paths: readonly string[]): readonly string[] {
  return paths
    .filter((path) => /^src\/(.*\/)?(tests?[.-][^/]*|[^/]*[.-]tests?\.\w+)$/.test(path))
    .filter((path) => !TEST_OPERATIONS.includes(path))
    .map((path) => `${path} looks like a test by its name`);
}

const MAY_NAME_PROCESS =
  /^src\/(terminal|commands|demo)\/|^src\/(main|mcp|base\/platform|profile\/keychain\/keychain-process)\.ts$|^src\/(server|machine|bridge)\/start\.ts$/;

/**
 * Uses of `process` outside of the files that start a program: environment, streams and signals come
 * as parameters. `process.getBuiltinModule` is an import at the time of its use, and may stand anywhere,
 * as may `process.geteuid`, which gives who this user is without the 0.2 ms that node:os takes to load,
 * `process.uptime`, a time that nobody sets, without the module behind `performance`, and `process.ppid`, whose
 * parent nobody chooses either.
 */
export function processFindings(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter((file) => file.path.startsWith('src/') && !MAY_NAME_PROCESS.test(file.path))
    .flatMap((file) => [
      ...file.imports
        .filter((entry) => /^(node:)?process$/.test(entry.specifier))
        .map((entry) => `${file.path}:${entry.line} imports ${entry.specifier}`),
      ...usesOfProcess(file),
    ]);
}

function usesOfProcess(file: SourceFile): readonly string[] {
  const found: string[] = [];
  walk(file.program, (node, parent, member) => {
    if (identifierName(node) !== 'process') return;
    const isName = member === 'key' || (member === 'property' && parent?.['computed'] !== true);
    const ofGlobal = identifierName(parent?.['object']) === 'globalThis';
    if (isName && !ofGlobal) return;
    if (/^(getBuiltinModule|geteuid|ppid|uptime)$/.test(identifierName(parent?.['property']) ?? ''))
      return;
    found.push(`${file.path}:${file.lineAt(node.start)} names process`);
  });
  return found;
}
