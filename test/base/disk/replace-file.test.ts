import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFile } from '../../../src/base/disk/replace-file.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a file is replaced whole, with its rights, and nothing is left beside it', async () => {
  const folder = newTemporaryFolder();
  const path = join(folder, 'a.json');
  await replaceFile(path, 'one', { mode: 0o600 });
  await replaceFile(path, Buffer.from([1, 2]), { mode: 0o666 });
  expect([...readFileSync(path)]).toEqual([1, 2]);
  expect(modeOf(path)).toBe(0o666);
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test('replacing a link replaces the link and not what it names', async () => {
  const folder = newTemporaryFolder();
  writeFileSync(join(folder, 'target'), 'kept');
  symlinkSync(join(folder, 'target'), join(folder, 'link'));
  await replaceFile(join(folder, 'link'), 'new', { mode: 0o600 });
  expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('kept');
  expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('new');
});

test('a replacement that fails leaves the old file and nothing else', async () => {
  const folder = newTemporaryFolder();
  mkdirSync(join(folder, 'taken'));
  writeFileSync(join(folder, 'taken', 'inside'), '');
  await expect(replaceFile(join(folder, 'taken'), 'x', { mode: 0o600 })).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['taken']);
  await expect(
    replaceFile(join(folder, 'no', 'such', 'file'), 'x', { mode: 0o600 }),
  ).rejects.toMatchObject({ code: 'ENOENT' });
});

test('replacements at the same time end with one of them, whole', async () => {
  const folder = newTemporaryFolder();
  const path = join(folder, 'a');
  const texts = Array.from({ length: 20 }, (_, n) => String(n).repeat(10_000));
  await Promise.all(texts.map((text) => replaceFile(path, text, { mode: 0o600 })));
  expect(texts).toContain(readFileSync(path, 'utf8'));
  expect(readdirSync(folder)).toEqual(['a']);
});
