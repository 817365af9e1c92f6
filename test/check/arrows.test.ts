import { expect, test } from 'vitest';
import { proves } from '../support/proves.ts';
import { arrowFindings } from './arrows.ts';
import { parseSource } from './source.ts';
import { listFiles, readCode } from './tree.ts';

const findings = (path: string, text: string) => arrowFindings([parseSource(path, text)]);

test('imports in src follow the arrows', () => {
  proves('PROJECT-arrows');
  const paths = listFiles().filter((path) => path.startsWith('src/'));
  expect(arrowFindings(readCode(paths).files)).toEqual([]);
});

test.each([
  ['src/client/a.ts', "import { b } from '../terminal/b.ts';", 'client may not import terminal'],
  ['src/flags/a.ts', "import type { B } from '../client/b.ts';", 'flags may not import client'],
  ['src/render/a.ts', "export * from '../client/b.ts';", 'render may not import client'],
  ['src/flow/a.ts', "type B = import('../server/b.ts').B;", 'flow may not import server'],
  ['src/terminal/a.ts', "await import('../flow/b.ts');", 'terminal may not import flow'],
  ['src/server/a.ts', "import { b } from '../machine/b.ts';", 'server may not import machine'],
  [
    'src/commands/a.ts',
    "import { start } from '../server/start.ts';",
    'commands may import server by dynamic import only',
  ],
  [
    'src/demo/a.ts',
    "import { start } from '../machine/start.ts';",
    'demo may import machine by dynamic import only',
  ],
  ['src/contract/a.ts', "import { z } from 'zod';", 'contract imports zod'],
  ['src/contract/a.ts', "import { join } from 'node:path';", 'contract imports node:path'],
  ['src/client/a.ts', "import { b } from '../../test/b.ts';", 'imports test/b.ts'],
  [
    'src/base/text/a.ts',
    "import { b } from '../../contract/b.ts';",
    'base may not import contract',
  ],
  ['src/base/net/a.ts', "import { Client } from 'undici';", 'base imports undici'],
  ['src/terminal/a.ts', "import { b } from '../client/b.ts';", 'terminal may not import client'],
])('%s with %s is a finding', (path, text, finding) => {
  expect(findings(path, text)).toEqual([`${path}:1 ${finding}`]);
});

test('a file in a folder that the table does not have is a finding', () => {
  const found = ['src/attic/a.ts stands in no folder of the architecture'];
  expect(findings('src/attic/a.ts', '')).toEqual(found);
});

test.each([
  ['src/commands/a.ts', "const { start } = await import('../server/start.ts');"],
  ['src/commands/a.ts', "import { b } from '../flow/b.ts';"],
  ['src/commands/a.ts', "import type { Started } from '../server/start.ts';"],
  ['src/commands/a.ts', "import manifest from '../../oclif.manifest.json';"],
  ['src/client/a.ts', "import { Client } from 'undici';"],
  ['src/server/http/a.ts', "import { b } from '../store/b.ts';"],
  ['src/contract/record/a.ts', "import type { B } from '../scope.ts';"],
  ['src/main.ts', "import { b } from './commands/b.ts';"],
  ['test/a.test.ts', "import { b } from '../src/server/b.ts';"],
  ['src/base/disk/a.ts', "import { join } from 'node:path';\nimport { b } from '../text/b.ts';"],
  ['src/contract/a.ts', "import { b } from '../base/json/b.ts';"],
  ['src/sealing/a.ts', "import { b } from '../base/text/b.ts';"],
])('%s with %s is none', (path, text) => {
  expect(findings(path, text)).toEqual([]);
});
