import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensurePrivateFolder } from '../../../src/base/disk/private-folder.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a private folder is made with its parents, and an open one is closed', async () => {
  const folder = newTemporaryFolder();
  await ensurePrivateFolder(join(folder, 'a', 'b'));
  expect(modeOf(join(folder, 'a', 'b'))).toBe(0o700);
  mkdirSync(join(folder, 'open'));
  chmodSync(join(folder, 'open'), 0o755);
  await ensurePrivateFolder(join(folder, 'open'));
  expect(modeOf(join(folder, 'open'))).toBe(0o700);
});

test('a link and a file are no private folder', async () => {
  const folder = newTemporaryFolder();
  mkdirSync(join(folder, 'real'));
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  await expect(ensurePrivateFolder(join(folder, 'link'))).rejects.toThrow('it is not a folder');
  writeFileSync(join(folder, 'file'), '');
  await expect(ensurePrivateFolder(join(folder, 'file'))).rejects.toMatchObject({
    code: 'folder_not_made',
  });
});

/** A folder that is not ours: one given away where we may do that, else one of the system's. */
function foreignFolder(): string {
  if (process.getuid?.() !== 0) return '/usr';
  const folder = join(newTemporaryFolder(), 'theirs');
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, 12_345, 12_345);
  return folder;
}

test('a folder of another user is refused', async () => {
  await expect(ensurePrivateFolder(foreignFolder())).rejects.toThrow('it belongs to another user');
});
