import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTextFile } from '../../../src/base/disk/read-text-file.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

test('a file is looked at for its size before it is read, and a device only at its beginning', () => {
  const path = join(newTemporaryFolder(), 'file');
  writeFileSync(path, 'é');
  expect([readTextFile(path), readTextFile(path, 'regular')]).toEqual(['é', 'é']);
  truncateSync(path, 64 * 1024 * 1024 + 1);
  expect(() => readTextFile(path, 'regular')).toThrow('no file up to 64 MiB');
  expect(readTextFile('/dev/zero')).toHaveLength(64 * 1024);
});
