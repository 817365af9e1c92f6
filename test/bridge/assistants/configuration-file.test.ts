import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { changeConfiguration } from '../../../src/bridge/assistants/configuration-file.ts';
import { assistantHome } from '../../support/assistants/assistant-home.ts';
import {
  accessListOf,
  giveAccessList,
  HAS_ACCESS_LISTS,
  WITHOUT_LISTS,
} from '../../support/disk/access-list.ts';
import { savedMeanwhile } from '../../support/disk/saved-meanwhile.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

proves('BRIDGE-install-careful');

test('what the assistant writes meanwhile is not lost: the change is worked out anew', async () => {
  const { file, read, write, backups } = assistantHome('cursor');
  write('one');
  let calls = 0;
  const change = (text: string) => {
    calls += 1;
    if (calls === 1) writeFileSync(file, 'two');
    return `${text} and ours`;
  };
  const done = await changeConfiguration(file, change, createFakeClock());
  expect(read()).toBe('two and ours');
  expect(calls).toBe(2);
  expect(backups()).toHaveLength(1);
  expect(readFileSync(done.backup ?? '', 'utf8')).toBe('two');
});

test('an assistant that never stops writing is left alone', async () => {
  const { file, read, write } = assistantHome('cursor');
  write('0');
  const change = (text: string) => {
    writeFileSync(file, `${Number(text) + 1}`);
    return 'ours';
  };
  await expect(changeConfiguration(file, change, createFakeClock())).rejects.toMatchObject({
    kind: 'conflict',
    facts: { code: 'configuration_busy' },
  });
  expect(read()).toBe('5');
  expect(readdirSync(dirname(file))).toEqual(['mcp.json']);
});

test('what is saved while the new file goes to the disk is not lost, and is what the backup has', async () => {
  proves('BRIDGE-install-meanwhile');
  const { backups, file, mcp, read, write } = assistantHome('cursor');
  write('{"mcpServers":{}}');
  const saved = '{"mcpServers":{"mine":{"command":"x"}}}';
  const run = await mcp(['install', '--json'], { env: savedMeanwhile(file, [saved]) });
  expect(run.code, run.stderr).toBe(0);
  expect(Object.keys(JSON.parse(read()).mcpServers)).toEqual(['mine', 'fleet']);
  expect(backups()).toHaveLength(1);
  expect(readFileSync(JSON.parse(run.stdout).backup, 'utf8')).toBe(saved);
  const texts = Array.from({ length: 40 }, (_, at) => `{"mcpServers":{"mine":{"at":${at}}}}`);
  const busy = await mcp(['install', '--name', 'other', '--json'], {
    env: savedMeanwhile(file, texts),
  });
  expect([busy.code, JSON.parse(busy.stderr).error.code]).toEqual([11, 'configuration_busy']);
  expect(texts).toContain(read());
  expect(readdirSync(dirname(file)).toSorted()).toEqual(['mcp.json', ...backups()].toSorted());
});

test('the file is replaced whole: who has the former one open never reads half of the new one', async () => {
  const { file, folder, read, write } = assistantHome('cursor');
  write('former');
  const opened = join(folder, 'opened');
  linkSync(file, opened);
  await changeConfiguration(file, () => 'new', createFakeClock());
  expect([readFileSync(opened, 'utf8'), read()]).toEqual(['former', 'new']);
  expect(readdirSync(dirname(file))).toHaveLength(2);
});

test('two changes in one millisecond keep two backups', async () => {
  const { file, write, backups } = assistantHome('cursor');
  write('a');
  const clock = createFakeClock();
  for (const text of ['b', 'c']) await changeConfiguration(file, () => text, clock);
  expect(backups()).toEqual([
    'mcp.json.fleet-20261001T120000000Z.bak',
    'mcp.json.fleet-20261001T120000001Z.bak',
  ]);
});

test('a link that leads nowhere and a folder in its place are refused by name', async () => {
  const link = assistantHome('cursor');
  mkdirSync(dirname(link.file));
  symlinkSync(join(link.folder, 'gone.json'), link.file);
  const folder = assistantHome('cursor');
  mkdirSync(folder.file, { recursive: true });
  for (const home of [link, folder]) {
    for (const word of ['install', 'uninstall']) {
      const { code, stderr } = await home.mcp([word, '--json']);
      expect(code).toBe(1);
      expect(JSON.parse(stderr).error).toMatchObject({
        code: 'configuration_unusable',
        file: home.file,
      });
    }
    const doctor = await home.mcp(['doctor', '--json']);
    expect(JSON.parse(doctor.stdout).entries[0].state).toBe('configuration_unusable');
  }
});

test.each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a link to a device', (path: string) => symlinkSync('/dev/zero', path)],
])('%s in its place is refused and not waited for', async (_, make) => {
  const home = assistantHome('cursor');
  mkdirSync(dirname(home.file));
  make(home.file);
  for (const word of ['install', 'uninstall']) {
    const { code, stderr } = await home.mcp([word, '--json'], { timeoutMs: 5000 });
    expect([word, code]).toEqual([word, 1]);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'configuration_unusable',
      detail: `${home.file} is not a regular file. Nothing was written.`,
    });
  }
  const doctor = await home.mcp(['doctor', '--json'], { timeoutMs: 5000 });
  expect(JSON.parse(doctor.stdout).entries[0].state).toBe('configuration_unusable');
});

test('installations at the same time all stay', async () => {
  const { mcp, read, write } = assistantHome('cursor');
  write('{"mcpServers":{"keep":{"command":"x"}}}');
  const names = Array.from({ length: 6 }, (_, at) => `entry-${at}`);
  const runs = await Promise.all(names.map((name) => mcp(['install', '--name', name])));
  expect(runs.map(({ code }) => code)).toEqual(names.map(() => 0));
  expect(Object.keys(JSON.parse(read()).mcpServers).sort()).toEqual([...names, 'keep']);
}, 60_000);

test('a name that every object has is refused, and not taken for an entry of somebody else', async () => {
  const { mcp, read, write } = assistantHome('cursor');
  write('{}');
  for (const name of ['constructor', '__proto__']) {
    expect((await mcp(['install', '--name', name])).code).toBe(2);
  }
  expect(read()).toBe('{}');
});

test.for([
  [1234, 1235],
  [0, 1235],
])(
  'root leaves a file to the user %d and the group %d',
  async ([user = 0, group = 0], { skip }) => {
    skip(process.getuid?.() !== 0, 'only root may give a file to somebody else');
    proves('BRIDGE-install-rights');
    const { file, write } = assistantHome('cursor');
    write('theirs');
    chownSync(file, user, group);
    chmodSync(file, 0o640);
    const { backup } = await changeConfiguration(file, () => 'ours', createFakeClock());
    for (const path of [file, backup ?? '']) {
      const { gid, mode, uid } = statSync(path);
      expect([uid, gid, mode & 0o777]).toEqual([user, group, 0o640]);
    }
  },
);

test('a file with an access list keeps it and is left as it is, with the entry to put there by hand', async ({
  skip,
}) => {
  skip(!HAS_ACCESS_LISTS, WITHOUT_LISTS);
  proves('PLATFORM-access-list');
  const { backups, file, mcp, read, write } = assistantHome('cursor');
  write('{}');
  giveAccessList(file);
  const list = accessListOf(file);
  const { code, stderr } = await mcp(['install', '--json']);
  const { error } = JSON.parse(stderr);
  expect([code, error.code]).toEqual([1, 'configuration_unusable']);
  expect(error.detail).toContain(`${file}: it has an access list`);
  expect(error.detail).toContain('setfacl -b');
  expect(error.advice).toContain('--print');
  expect([read(), backups(), accessListOf(file)]).toEqual(['{}', [], list]);
});
