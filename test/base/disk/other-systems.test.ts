import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renameOver } from '../../../src/base/disk/rename-over.ts';
import { fileIdentity, isSameFile } from '../../../src/base/disk/same-file.ts';
import { protectionOf } from '../../../src/base/disk/who-can-read.ts';
import type { Clock } from '../../../src/base/time/clock.ts';
import { unprotectedPath } from '../../../src/commands/unprotected-path.ts';
import { PLATFORMS } from '../../requirements.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const { tries } = PLATFORMS['PLATFORM-replace'];

const AT_ONCE: Clock = {
  now: () => 0,
  after(_delayMs, action) {
    queueMicrotask(action);
    return () => undefined;
  },
};

/** A rename that fails so often, and how often it was tried. */
function failing(code: string, times: number) {
  const calls: string[] = [];
  const move = async (from: string, to: string) => {
    calls.push(`${from} ${to}`);
    if (calls.length <= times) throw Object.assign(new Error(code), { code });
  };
  return { calls, move };
}

test.each(['EPERM', 'EACCES', 'EBUSY'])('Windows says %s while a file is open', async (code) => {
  proves('PLATFORM-replace');
  const { calls, move } = failing(code, tries - 1);
  await renameOver('a', 'b', { platform: 'win32', clock: AT_ONCE, move });
  expect(calls).toEqual(Array.from({ length: tries }, () => 'a b'));
  const never = failing(code, 99);
  const settings = { platform: 'win32', clock: AT_ONCE, move: never.move } as const;
  await expect(renameOver('a', 'b', settings)).rejects.toMatchObject({ code });
  expect(never.calls).toHaveLength(tries);
});

test.each([
  ['linux', 'EPERM'],
  ['darwin', 'EACCES'],
  ['win32', 'ENOENT'],
] as const)('on %s %s is told at once', async (platform, code) => {
  const { calls, move } = failing(code, 1);
  const settings = { platform, clock: AT_ONCE, move };
  await expect(renameOver('a', 'b', settings)).rejects.toMatchObject({ code });
  expect(calls).toHaveLength(1);
});

test('files are told apart by all bits of their numbers', async () => {
  proves('PLATFORM-replace');
  const one = { dev: 1n, ino: 2n ** 56n };
  const other = { dev: 1n, ino: 2n ** 56n + 1n };
  // As a `number`, which is exact up to 2^53, they are one.
  expect(Number(one.ino)).toBe(Number(other.ino));
  expect(isSameFile(one, { ...one })).toBe(true);
  expect(isSameFile(one, other)).toBe(false);
  expect(isSameFile(one, { ...one, dev: 2n })).toBe(false);
  const folder = newTemporaryFolder();
  writeFileSync(join(folder, 'a'), '');
  writeFileSync(join(folder, 'c'), '');
  linkSync(join(folder, 'a'), join(folder, 'b'));
  const [a, b, c] = await Promise.all(
    ['a', 'b', 'c'].map((name) => fileIdentity(join(folder, name))),
  );
  if (!a || !b || !c) throw new Error('three files');
  expect([isSameFile(a, b), isSameFile(a, c)]).toEqual([true, false]);
});

const HOME = 'C:\\Users\\ada';

test.each([
  ['C:\\Users\\ada\\AppData\\Local\\fleet\\config', 'profile'],
  ['c:\\users\\ADA\\key.txt', 'profile'],
  ['C:\\Users\\adam\\key.txt', 'folder_above'],
  ['D:\\work\\key.txt', 'folder_above'],
  ['C:\\Users\\ada\\..\\Public\\key.txt', 'folder_above'],
])('on Windows %s is protected by the rights of: %s', (path, protection) => {
  proves('PLATFORM-private');
  expect(protectionOf(path, { home: HOME, platform: 'win32' })).toBe(protection);
});

test('the program says what Windows does not protect, and elsewhere relies on the mode', () => {
  proves('PLATFORM-private');
  const path = 'D:\\work\\deploy.env';
  expect(unprotectedPath(path, {}, 'win32', HOME)).toBe(
    'D:\\work\\deploy.env is outside of your user profile: on Windows it has the rights of the folder above it, and others may be able to read it.',
  );
  expect(unprotectedPath(`${HOME}\\a.env`, {}, 'win32', HOME)).toBeUndefined();
  expect(unprotectedPath('/tmp/a', {}, 'linux', '/h')).toBeUndefined();
  expect(unprotectedPath('/tmp/a', {}, 'darwin', '/h')).toBeUndefined();
});
