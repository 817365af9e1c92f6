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
