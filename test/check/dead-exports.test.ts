import { expect, test } from 'vitest';
import { deadExportFindings } from './dead-exports.ts';
import { planted } from './planted.ts';
import { parseSource } from './source.ts';

test('exported names that the program does not import are found', () => {
  const files = planted({
    'src/a.ts': [
      'export const used = 1, { own, other: [inner] } = load(own, inner);',
      'export function idle() {}',
      'export interface OnlyTests { readonly idle: number }',
      "export type { B } from './b.ts';",
    ].join('\n'),
    'src/b.ts': "import { used } from './a.ts';\nexport type B = number;",
    'test/a.test.ts': "import type { OnlyTests } from '../src/a.ts';\nexport const loose = 1;",
  });
  expect(deadExportFindings(files)).toEqual([
    'src/a.ts:1 exports own, which only this file uses',
    'src/a.ts:1 exports inner, which only this file uses',
    'src/a.ts:2 exports idle, which nothing uses',
    'src/a.ts:3 exports OnlyTests, which only tests use',
    'src/a.ts:4 exports B, which nothing uses',
  ]);
});

test.each([
  "import { a } from './a.ts';",
  "import { a as b } from './a.ts';",
  "import * as all from './a.ts';",
  "export { a } from './a.ts';",
  "export * from './a.ts';",
  "type A = import('./a.ts').a;",
  "type A = typeof import('./a.ts');",
  "const { a: b } = await import('./a.ts');",
  "const b = (await import('./a.ts')).a;",
  "const load = () => import('./a.ts');",
  "const all = await import('./a.ts');",
])('%s uses an export', (text) => {
  const files = (path: string) => [
    parseSource('src/a.ts', 'export const a = 1;\nexport default 1;'),
    parseSource(path, text.replace('./a.ts', path.startsWith('src/') ? './a.ts' : '../src/a.ts')),
  ];
  expect(
    deadExportFindings(files('src/b.ts')).filter((line) => line.startsWith('src/a.ts:')),
  ).toEqual([]);
  expect(deadExportFindings(files('build/b.ts'))).toEqual([]);
  expect(deadExportFindings(files('test/b.ts'))).toEqual([
    'src/a.ts:1 exports a, which only tests use',
  ]);
});

test('a name that its own file uses may be exported for a test', () => {
  const files = planted({
    'src/a.ts': 'export const limit = 1;\nrun(limit);',
    'test/a.test.ts': "import { limit } from '../src/a.ts';",
  });
  expect(deadExportFindings(files)).toEqual([]);
});

test('other names taken from a file do not make an export used', () => {
  const files = planted({
    'src/a.ts': 'export const a = 1;\nexport const b = 2;',
    'src/b.ts': "import './a.ts';\nconst { b } = await import('./a.ts');\nother.a = b;",
  });
  expect(deadExportFindings(files)).toEqual(['src/a.ts:1 exports a, which nothing uses']);
});
