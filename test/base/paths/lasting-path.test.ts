import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastingPath } from '../../../src/base/paths/lasting-path.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

test('a program that Homebrew installed is named by the link that its next version keeps', () => {
  proves('BRIDGE-install-lasting');
  const folder = realpathSync(newTemporaryFolder());
  const program = (version: string) => join(folder, `Cellar/node@24/${version}/bin/node`);
  for (const version of ['24.1.0', '24.2.0']) {
    mkdirSync(join(program(version), '..'), { recursive: true });
    writeFileSync(program(version), '');
  }
  expect(lastingPath(program('24.1.0'))).toBe(program('24.1.0'));
  mkdirSync(join(folder, 'opt'));
  symlinkSync('../Cellar/node@24/24.2.0', join(folder, 'opt/node@24'));
  expect(lastingPath(program('24.2.0'))).toBe(join(folder, 'opt/node@24/bin/node'));
  // The link leads to another version: the program that runs is not the one that it would start.
  expect(lastingPath(program('24.1.0'))).toBe(program('24.1.0'));
});

test('a program that pnpm installed is named by the path that started it, which the next install keeps', () => {
  proves('BRIDGE-install-lasting');
  const folder = realpathSync(newTemporaryFolder());
  const program = 'node_modules/@fleet-cloud/cli/bin/run.js';
  const inStore = join('1-0/node_modules/.pnpm/@fleet-cloud+cli@1.0.0', program);
  const real = join(folder, inStore);
  mkdirSync(join(real, '..'), { recursive: true });
  writeFileSync(real, '');
  symlinkSync('1-0', join(folder, 'a1'));
  mkdirSync(join(folder, '1-0/node_modules/@fleet-cloud'));
  symlinkSync(
    '../.pnpm/@fleet-cloud+cli@1.0.0/node_modules/@fleet-cloud/cli',
    join(folder, '1-0/node_modules/@fleet-cloud/cli'),
  );
  const named = join(folder, 'a1', program);
  expect(lastingPath(real, named)).toBe(named);
  for (const other of [join(folder, 'a2', program), join(folder, 'a1', inStore.slice(4))]) {
    expect(lastingPath(real, other)).toBe(real);
  }
  // Elsewhere a link may lead to another program soon.
  expect(lastingPath(join(folder, '1-0'), join(folder, 'a1'))).toBe(join(folder, '1-0'));
});
