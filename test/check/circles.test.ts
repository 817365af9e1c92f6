import { expect, test } from 'vitest';
import { circleFindings } from './circles.ts';
import { planted } from './planted.ts';

test('files that import each other are found, with the shortest way round', () => {
  const files = planted({
    'src/a.ts': "import { b } from './b.ts';\nimport { d } from './d.ts';",
    'src/b.ts': "import type { C } from './flow/c.ts';",
    'src/d.ts': "import { b } from './b.ts';",
    'src/flow/c.ts': "type A = import('../a.ts').A;",
    'src/x.ts': "export * from './y.ts';",
    'src/y.ts': "import { x } from './x.ts';",
  });
  expect(circleFindings(files, {})).toEqual([
    'src/a.ts → src/b.ts → src/flow/c.ts → src/a.ts is a circle of imports',
    'src/x.ts → src/y.ts → src/x.ts is a circle of imports',
  ]);
});

test('a dynamic import closes no circle, nor does an import of a file outside of src', () => {
  const files = planted({
    'src/a.ts': "const { b } = await import('./b.ts');",
    'src/b.ts': "import { a } from './a.ts';\nimport data from '../package.json';",
    'test/a.ts': "import './b.ts';",
    'test/b.ts': "import './a.ts';",
  });
  expect(circleFindings(files, {})).toEqual([]);
});

test('an import that is allowed to close a circle is no finding, and one that closes none is', () => {
  const files = planted({
    'src/a.ts': "import { b } from './b.ts';",
    'src/b.ts': "import { a } from './a.ts';\nimport './c.ts';",
    'src/c.ts': '',
  });
  const reason = 'a true recursion';
  expect(circleFindings(files, { 'src/a.ts → src/b.ts': reason })).toEqual([]);
  expect(
    circleFindings(files, {
      'src/a.ts → src/b.ts': reason,
      'src/b.ts → src/c.ts': reason,
      'src/a.ts → src/c.ts': reason,
    }),
  ).toEqual([
    'src/b.ts → src/c.ts is allowed as part of a circle and is not',
    'src/a.ts → src/c.ts is allowed as part of a circle and is not',
  ]);
});
