import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFile } from '../../../src/base/disk/create-file.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a file is created once; what is there is never touched', async () => {
  const folder = newTemporaryFolder();
  const path = join(folder, 'a');
  expect(await createFile(path, 'one', { mode: 0o600 })).toBe('created');
  expect(await createFile(path, 'two', { mode: 0o600 })).toBe('exists');
  expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['one', 0o600]);
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
  expect(await createFile(join(folder, 'link'), 'x', { mode: 0o600 })).toBe('exists');
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});

test('what is there stays also where no file can be opened', ({ skip }) => {
  skip(process.platform !== 'linux', 'no limit of open files to be set by a shell');
  const path = join(newTemporaryFolder(), 'a');
  writeFileSync(path, 'precious');
  const source = new URL('../../../src/base/disk/create-file.ts', import.meta.url).href;
  const script = `
    const { openSync } = await import('node:fs');
    const { createFile } = await import(${JSON.stringify(source)});
    try { for (;;) openSync('/dev/null', 'r'); } catch {}
    await createFile(${JSON.stringify(path)}, 'new', { mode: 0o600 }).catch((error) => console.log(error.code));`;
  const args = ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, '--input-type=module'];
  const run = spawnSync('sh', [...args, '-e', script], { encoding: 'utf8' });
  expect([run.stdout, readFileSync(path, 'utf8')]).toEqual(['EMFILE\n', 'precious']);
});

test('of many that create a file at the same time one does', async () => {
  const path = join(newTemporaryFolder(), 'a');
  const ends = await Promise.all(
    Array.from({ length: 10 }, (_, n) => createFile(path, String(n), { mode: 0o600 })),
  );
  expect(ends.filter((end) => end === 'created').length).toBe(1);
});
