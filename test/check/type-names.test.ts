import { expect, test } from 'vitest';
import { planted } from './planted.ts';
import { typeNameFindings } from './type-names.ts';

test('a type name in a second file is found, exported or not', () => {
  const files = planted({
    'src/a.ts': 'export interface Members {}\ninterface Own {}',
    'src/b.ts': '\ntype Members = string;',
    'src/c.ts': 'export class Members {}\nfunction f() { type Own = 1; }',
    'src/commands/d.ts': 'export default class Members {}',
    'test/a.ts': 'interface Own {}',
  });
  expect(typeNameFindings(files)).toEqual([
    'src/b.ts:2 defines the type Members, as src/a.ts does',
    'src/c.ts:1 defines the type Members, as src/a.ts does',
  ]);
});

test.each([
  '// Same name as in src/a.ts: each side of the wire writes its own.\ninterface Members {}',
  'export interface Members {} // Same name as in src/a.ts: the wire has it.',
  '/**\n * Of an organisation. Same name as in\n * src/a.ts: the wire has it.\n */\nexport type Members = 1;',
  '// Same name as in src/a.ts: the wire\n// has it.\n/** Of an organisation. */\nexport type Members = 1;',
])('a reason beside the second one allows it: %s', (text) => {
  expect(typeNameFindings(planted({ 'src/a.ts': 'type Members = 1;', 'src/b.ts': text }))).toEqual(
    [],
  );
});

test.each([
  ['// Same name as in src/a.ts:\ntype Members = 1;', 'defines the type Members'],
  ['// Same name as in src/a.ts: so it is.\n\ntype Members = 1;', 'defines the type Members'],
  ['// Same name as in src/a.ts: so it is.\nconst a = 1;\ntype Members = 1;', 'defines the type'],
  ['// Same name as in src/c.ts: so it is.\ntype Members = 1;', 'says that src/c.ts has a type'],
  ['// Same name as in src/b.ts: so it is.\ntype Members = 1;', 'says that src/b.ts has a type'],
])('what gives no reason does not: %s', (text, finding) => {
  const found = typeNameFindings(planted({ 'src/a.ts': 'type Members = 1;', 'src/b.ts': text }));
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(finding);
});
