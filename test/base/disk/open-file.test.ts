import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canClose, readersOf } from '../../../src/base/disk/open-file.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

test('a file whose file system keeps modes is closed to all but its owner', async () => {
  const path = join(newTemporaryFolder(), 'a');
  writeFileSync(path, '');
  for (const [mode, readers] of [
    [0o644, 'all'],
    [0o640, 'group'],
    [0o711, 'nobody'],
  ] as const) {
    chmodSync(path, mode);
    expect([await readersOf(path), await canClose(path)]).toEqual([readers, true]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
});

test('where chmod is refused, a file that others can read is not closed', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has files whose mode nobody can change');
  expect(await canClose('/proc/self/stat')).toBe(false);
});
