import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  accessListOf,
  giveAccessList,
  HAS_ACCESS_LISTS,
  WITHOUT_LISTS,
} from '../../../support/disk/access-list.ts';
import { proves } from '../../../support/proves.ts';
import { runInShell } from '../../../support/run-in-shell.ts';
import { problemResponse, startScriptedService } from '../../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

const OTHER_USER = 65_534;

/** A folder that has the skill `theirs`, and what pulls that and `made` into it. */
async function folderToPull() {
  const properties = { machine: { type: 'string' }, skill: { type: 'string' } };
  const service = await startScriptedService({
    tools: [{ name: 'get_skill', class: 'read', input_schema: { type: 'object', properties } }],
    answer({ body, path }) {
      const machine = { id: 'mac_1', name: 'box', status: 'online', mode: 'control' };
      if (body.includes('"before"')) return problemResponse(404, 'unknown_skill');
      if (path.startsWith('/api/v1/tools/')) return { body: { content: 'of the machine\n' } };
      if (path.startsWith('/api/v1/skills'))
        return { body: { skills: [{ name: 'made' }, { name: 'theirs' }] } };
      return { body: path === '/api/v1/machines' ? { machines: [machine] } : machine };
    },
  });
  onTestFinished(() => service.stop());
  const folder = newTemporaryFolder();
  const theirs = join(folder, 'theirs', 'SKILL.md');
  mkdirSync(join(folder, 'theirs'));
  writeFileSync(theirs, 'mine\n');
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1', SKILLS: folder };
  const command = 'fleet skill pull box --dir "$SKILLS" --yes';
  const pull = (before = ':', flags = '') => runInShell(`${before}; ${command} ${flags}`, env);
  return { folder, theirs, pull };
}

async function pullWith(umask: string, mode: number) {
  const { folder, pull, theirs } = await folderToPull();
  if (process.geteuid?.() === 0) chownSync(theirs, OTHER_USER, OTHER_USER);
  chmodSync(theirs, mode);
  const before = statSync(theirs);
  const run = await pull(`umask ${umask}`);
  expect([run.code, run.stderr]).toEqual([0, '']);
  expect(readFileSync(theirs, 'utf8')).toBe('of the machine\n');
  const { gid, mode: after, uid } = statSync(theirs);
  expect([uid, gid]).toEqual([before.uid, before.gid]);
  return { theirs: after & 0o777, made: statSync(join(folder, 'made', 'SKILL.md')).mode & 0o777 };
}

test('pull leaves a file its mode and owner, and gives a new one what the umask leaves', async () => {
  proves('UI-skill-pull-rights');
  expect(await pullWith('022', 0o600)).toEqual({ theirs: 0o600, made: 0o644 });
  expect(await pullWith('077', 0o664)).toEqual({ theirs: 0o664, made: 0o600 });
});

test('pull leaves a file whose access list the new one would not have', async ({ skip }) => {
  skip(!HAS_ACCESS_LISTS, WITHOUT_LISTS);
  proves('UI-skill-pull-rights', 'PLATFORM-access-list');
  const { folder, pull, theirs } = await folderToPull();
  giveAccessList(theirs);
  const list = accessListOf(theirs);
  const { code, stdout } = await pull();
  expect([code, JSON.parse(stdout).skills]).toMatchObject([
    1,
    [
      { skill: 'made', outcome: 'done' },
      { skill: 'theirs', outcome: 'failed', detail: expect.stringContaining(`${theirs}: it has`) },
    ],
  ]);
  expect([readFileSync(theirs, 'utf8'), accessListOf(theirs)]).toEqual(['mine\n', list]);
  expect(readdirSync(join(folder, 'theirs'))).toEqual(['SKILL.md']);
});

test('pull replaces a file whose access list its folder gives to each', async ({ skip }) => {
  skip(!HAS_ACCESS_LISTS, WITHOUT_LISTS);
  proves('UI-skill-pull-rights');
  const { folder, pull, theirs } = await folderToPull();
  giveAccessList(join(folder, 'theirs'), { toNewFiles: true });
  rmSync(theirs);
  writeFileSync(theirs, 'mine\n');
  const list = accessListOf(theirs);
  expect(list).toContain('user:65534:r');
  expect((await pull('umask 077')).code).toBe(0);
  expect([readFileSync(theirs, 'utf8'), accessListOf(theirs)]).toEqual(['of the machine\n', list]);
});

test('--prune deletes nothing of the folder where a text cannot be written into it', async () => {
  proves('UI-skill-pull');
  const { folder, pull } = await folderToPull();
  const before = join(folder, 'before', 'SKILL.md');
  mkdirSync(join(folder, 'before'));
  writeFileSync(before, 'What is made anew may take its place.');
  mkdirSync(join(folder, 'made', 'SKILL.md'), { recursive: true });
  const { code, stdout } = await pull(':', '--prune');
  expect([code, JSON.parse(stdout).skills]).toMatchObject([
    1,
    [
      { skill: 'before', outcome: 'not_sent', detail: expect.stringContaining('made') },
      { skill: 'made', outcome: 'failed' },
      { skill: 'theirs', outcome: 'done' },
    ],
  ]);
  expect(readFileSync(before, 'utf8')).toContain('its place');
});
