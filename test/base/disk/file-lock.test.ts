import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { lockFile } from '../../../src/base/disk/file-lock.ts';
import { proves } from '../../support/proves.ts';

function lockPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'lock');
}

async function otherProcess(path: string) {
  const program = fileURLToPath(new URL('../../support/hold-lock.ts', import.meta.url));
  const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  return { child, said: String(said) };
}

test('a lock has one holder in a process, and is free when given back', async () => {
  const path = lockPath();
  const lock = await lockFile(path);
  expect(lock).toBeDefined();
  expect(await lockFile(path)).toBeUndefined();
  lock?.release();
  const next = await lockFile(path);
  expect(next).toBeDefined();
  next?.release();
});

test('another process is refused, and a killed holder leaves no lock behind', async () => {
  const path = lockPath();
  const holder = await otherProcess(path);
  expect(holder.said).toBe('held');
  expect(await lockFile(path)).toBeUndefined();
  holder.child.kill('SIGKILL');
  await once(holder.child, 'exit');
  const lock = await lockFile(path);
  expect(lock).toBeDefined();
  expect((await otherProcess(path)).said).toBe('refused');
  lock?.release();
});

test('the file of a lock is for its user alone, also one that was there', async () => {
  proves('UI-locks-private');
  const path = lockPath();
  const modeOf = () => statSync(path).mode & 0o777;
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const lock = await lockFile(path);
  expect(modeOf()).toBe(0o600);
  expect(await lockFile(path)).toBeUndefined();
  lock?.release();
  rmSync(path);
  writeFileSync(path, '', { mode: 0o666 });
  (await lockFile(path))?.release();
  expect(modeOf()).toBe(0o600);
});

test('a file that is something else is not taken for a lock', async () => {
  const path = lockPath();
  writeFileSync(path, 'not a lock '.repeat(100));
  await expect(lockFile(path)).rejects.toThrow(`${path}: file is not a database`);
  rmSync(path);
  mkdirSync(path, { mode: 0o755 });
  await expect(lockFile(path)).rejects.toThrow(`${path}: it is no regular file`);
  expect(statSync(path).mode & 0o777).toBe(0o755);
});
