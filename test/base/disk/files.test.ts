import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFile } from '../../../src/base/disk/create-file.ts';
import { ensurePrivateFolder } from '../../../src/base/disk/private-folder.ts';
import { replaceFile } from '../../../src/base/disk/replace-file.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a file is replaced whole, with its rights, and nothing is left beside it', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.json');
  await replaceFile(path, 'one', { mode: 0o600 });
  await replaceFile(path, Buffer.from([1, 2]), { mode: 0o666 });
  expect([...readFileSync(path)]).toEqual([1, 2]);
  expect(modeOf(path)).toBe(0o666);
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test('replacing a link replaces the link and not what it names', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'target'), 'kept');
  symlinkSync(join(folder, 'target'), join(folder, 'link'));
  await replaceFile(join(folder, 'link'), 'new', { mode: 0o600 });
  expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('kept');
  expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('new');
});

test('a replacement that fails leaves the old file and nothing else', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'taken'));
  writeFileSync(join(folder, 'taken', 'inside'), '');
  await expect(replaceFile(join(folder, 'taken'), 'x', { mode: 0o600 })).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['taken']);
  await expect(
    replaceFile(join(folder, 'no', 'such', 'file'), 'x', { mode: 0o600 }),
  ).rejects.toMatchObject({ code: 'ENOENT' });
});

test('replacements at the same time end with one of them, whole', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a');
  const texts = Array.from({ length: 20 }, (_, n) => String(n).repeat(10_000));
  await Promise.all(texts.map((text) => replaceFile(path, text, { mode: 0o600 })));
  expect(texts).toContain(readFileSync(path, 'utf8'));
  expect(readdirSync(folder)).toEqual(['a']);
});

test('a file is created once; what is there is never touched', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a');
  expect(await createFile(path, 'one', { mode: 0o600 })).toBe('created');
  expect(await createFile(path, 'two', { mode: 0o600 })).toBe('exists');
  expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['one', 0o600]);
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
  expect(await createFile(join(folder, 'link'), 'x', { mode: 0o600 })).toBe('exists');
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});

test('of many that create a file at the same time one does', async () => {
  const path = join(temporaryFolder(), 'a');
  const ends = await Promise.all(
    Array.from({ length: 10 }, (_, n) => createFile(path, String(n), { mode: 0o600 })),
  );
  expect(ends.filter((end) => end === 'created').length).toBe(1);
});

test('a private folder is made with its parents, and an open one is closed', async () => {
  const folder = temporaryFolder();
  await ensurePrivateFolder(join(folder, 'a', 'b'));
  expect(modeOf(join(folder, 'a', 'b'))).toBe(0o700);
  mkdirSync(join(folder, 'open'));
  chmodSync(join(folder, 'open'), 0o755);
  await ensurePrivateFolder(join(folder, 'open'));
  expect(modeOf(join(folder, 'open'))).toBe(0o700);
});

test('a link and a file are no private folder', async () => {
  const folder = temporaryFolder();
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
  const folder = join(temporaryFolder(), 'theirs');
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, 12_345, 12_345);
  return folder;
}

test('a folder of another user is refused', async () => {
  await expect(ensurePrivateFolder(foreignFolder())).rejects.toThrow('it belongs to another user');
});
