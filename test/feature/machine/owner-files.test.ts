import { chmodSync, lchownSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { lstat, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  accessListOf,
  giveAccessList,
  HAS_ACCESS_LISTS,
  WITHOUT_LISTS,
} from '../../support/disk/access-list.ts';
import { saveInThisProcess } from '../../support/disk/saved-meanwhile.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const IS_ROOT = process.geteuid?.() === 0;
const OTHER_USER = 65_534;
const FEWER = { set: { max_running_jobs: 3 } };

/** A machine whose `fleet.yaml` is a link to one in a folder of dotfiles. */
async function startLinkedMachine() {
  const machine = await startTestMachine({
    config: 'mode: control # mine\n',
    skills: { quick: shellSkill('true') },
  });
  const link = join(machine.folder, 'fleet.yaml');
  const target = join(machine.folder, 'dots', 'fleet.yaml');
  mkdirSync(join(machine.folder, 'dots'));
  renameSync(link, target);
  await symlink('dots/fleet.yaml', link);
  return { ...machine, link, target };
}

test('config.patch changes the file that a link names, and its owner goes on with it', async () => {
  proves('MACHINE-owner-file');
  const { cloud, link, target } = await startLinkedMachine();
  chmodSync(target, 0o640);
  if (IS_ROOT) lchownSync(target, OTHER_USER, OTHER_USER);
  const before = statSync(target);
  expect((await cloud.send('config.patch', FEWER)).error).toBe(null);
  expect(await readlink(link)).toBe('dots/fleet.yaml');
  expect(await readFile(target, 'utf8')).toBe('mode: control # mine\nmax_running_jobs: 3\n');
  const { gid, mode, uid } = statSync(target);
  expect({ gid, mode, uid }).toEqual({ gid: before.gid, mode: before.mode, uid: before.uid });
  await writeFile(target, 'mode: observe\n');
  const run = await cloud.send('job.run', { job: 'job_1', skill: 'quick' });
  expect(run.error?.code).toBe('denied_by_machine');
});

test("config.patch changes no file that another user's link names", async ({ skip }) => {
  skip(!IS_ROOT, 'only root can make links of another user');
  proves('MACHINE-owner-file');
  const { cloud, link, target } = await startLinkedMachine();
  lchownSync(link, OTHER_USER, OTHER_USER);
  const { error } = await cloud.send('config.patch', FEWER);
  expect(error).toEqual({
    code: 'denied_by_machine',
    message: 'fleet.yaml: it is a link of another user to a file that is not theirs',
  });
  expect(await readFile(target, 'utf8')).toBe('mode: control # mine\n');
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
});

test('config.patch changes no file in another encoding, whose bytes it would lose', async () => {
  proves('MACHINE-owner-file');
  const { cloud, target } = await startLinkedMachine();
  // A machine that starts while its file is written finds half of it, and does not start.
  await cloud.until(() => cloud.syncs[0]);
  const bytes = Buffer.from('mode: control # B\xfcro\n', 'latin1');
  await writeFile(target, bytes);
  const { error } = await cloud.send('config.patch', FEWER);
  expect(error).toEqual({
    code: 'invalid_config',
    message: 'fleet.yaml is not UTF-8 text, and is not changed',
  });
  expect(await readFile(target)).toEqual(bytes);
});

test('config.patch changes no file that has an access list', async ({ skip }) => {
  skip(!HAS_ACCESS_LISTS, WITHOUT_LISTS);
  proves('PLATFORM-access-list', 'MACHINE-owner-file');
  const { cloud, target } = await startLinkedMachine();
  giveAccessList(target);
  const list = accessListOf(target);
  const { error } = await cloud.send('config.patch', FEWER);
  expect(error).toEqual({
    code: 'denied_by_machine',
    message: expect.stringMatching(/^fleet\.yaml: it has an access list.*setfacl -b/),
  });
  expect([await readFile(target, 'utf8'), accessListOf(target)]).toEqual([
    'mode: control # mine\n',
    list,
  ]);
});

test('config.patch gives no file the access list of its folder, by which others could read it', async ({
  skip,
}) => {
  skip(!HAS_ACCESS_LISTS, WITHOUT_LISTS);
  proves('PLATFORM-access-list', 'MACHINE-owner-file');
  const { cloud, target } = await startLinkedMachine();
  chmodSync(target, 0o640);
  giveAccessList(dirname(target), { toNewFiles: true });
  const { error } = await cloud.send('config.patch', FEWER);
  expect(error).toEqual({
    code: 'denied_by_machine',
    message: expect.stringMatching(/^fleet\.yaml: its folder gives each new file an access list/),
  });
  expect(await readFile(target, 'utf8')).toBe('mode: control # mine\n');
  expect(readdirSync(dirname(target))).toEqual(['fleet.yaml']);
});

test('config.patch is made in what the owner saves while it is written, or not at all', async () => {
  proves('MACHINE-owner-file');
  const { cloud, file, folder } = await startTestMachine({ config: 'mode: control\n' });
  const path = join(folder, 'fleet.yaml');
  await saveInThisProcess(path, ['mode: observe # at once\n']);
  expect((await cloud.send('config.patch', FEWER)).error).toBe(null);
  expect(await file('fleet.yaml')).toBe('mode: observe # at once\nmax_running_jobs: 3\n');
  await writeFile(path, 'mode: control\n');
  const texts = Array.from({ length: 40 }, (_, at) => `mode: control # ${at}\n`);
  await saveInThisProcess(path, texts);
  const { error } = await cloud.send('config.patch', FEWER);
  expect(error?.message).toBe(
    'fleet.yaml was saved by somebody else at every try, and is not changed',
  );
  expect(texts).toContain(await file('fleet.yaml'));
});
