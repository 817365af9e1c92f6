import {
  chmod,
  chown,
  lstat,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  accessListOf,
  giveAccessList,
  HAS_ACCESS_LISTS,
  WITHOUT_LISTS,
} from '../../support/disk/access-list.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const skillFile = (name: string, block: string) =>
  `---\nname: ${name}\ndescription: A test\nfleet:\n${block}---\nDo it.\n\n\`\`\`sh\ntrue\n\`\`\`\n`;

const SIGNED = '  runner: shell\n  auth: hub_signature\n  secret: HOOK_SECRET\n';

test('a skill is created, then replaced, whole', async () => {
  const { cloud, folder } = await startTestMachine({ skills: {} });
  for (const [text, created] of [
    [skillFile('deploy', SIGNED), true],
    [skillFile('deploy', `${SIGNED}  timeout_seconds: 5\n`), false],
  ] as const) {
    const args = { skill: 'deploy', content: text, allow_unauthenticated: false };
    const { result } = await cloud.send('skill.save', args);
    expect(result).toEqual({ skill: 'deploy', created });
    expect(await readFile(join(folder, 'skills', 'deploy', 'SKILL.md'), 'utf8')).toBe(text);
  }
});

test('a saved skill keeps the mode and the owner of its file, and a link is replaced, not followed', async () => {
  proves('MACHINE-skill-rights');
  const { cloud, folder } = await startTestMachine({
    skills: { deploy: shellSkill('true'), linked: shellSkill('true') },
  });
  const path = join(folder, 'skills', 'deploy', 'SKILL.md');
  if (process.geteuid?.() === 0) await chown(path, 65_534, 65_534);
  await chmod(path, 0o640);
  const before = await stat(path);
  const save = (skill: string) => {
    const content = skillFile(skill, SIGNED);
    return cloud.send('skill.save', { skill, content, allow_unauthenticated: false });
  };
  expect((await save('deploy')).error).toBe(null);
  const { gid, mode, uid } = await stat(path);
  expect({ gid, mode, uid }).toEqual({ gid: before.gid, mode: before.mode, uid: before.uid });
  const link = join(folder, 'skills', 'linked', 'SKILL.md');
  await rename(link, join(folder, 'elsewhere'));
  await symlink('../../elsewhere', link);
  expect((await save('linked')).error).toBe(null);
  expect(await readFile(join(folder, 'elsewhere'), 'utf8')).toContain('true');
  expect((await lstat(link)).mode & 0o777).toBe(0o600);
  expect(await readFile(link, 'utf8')).toBe(skillFile('linked', SIGNED));
});

test('a saved skill does not take the place of a file whose access list it would not have', async ({
  skip,
}) => {
  skip(!HAS_ACCESS_LISTS, WITHOUT_LISTS);
  proves('MACHINE-skill-rights', 'PLATFORM-access-list');
  const { cloud, folder } = await startTestMachine({ skills: { deploy: shellSkill('true') } });
  const path = join(folder, 'skills', 'deploy', 'SKILL.md');
  giveAccessList(path);
  const before = [await readFile(path, 'utf8'), accessListOf(path)];
  const content = skillFile('deploy', SIGNED);
  const save = { skill: 'deploy', content, allow_unauthenticated: false };
  expect((await cloud.send('skill.save', save)).error).toEqual({
    code: 'denied_by_machine',
    message: expect.stringMatching(/^skills\/deploy\/SKILL\.md: it has an access list/),
  });
  expect([await readFile(path, 'utf8'), accessListOf(path)]).toEqual(before);
  expect(await readdir(join(folder, 'skills', 'deploy'))).toEqual(['SKILL.md']);
});

test('a text as it is read from here is not written over the real one', async () => {
  proves('FIELD-skill-scrubbed');
  const own = skillFile('call', SIGNED).replace('true', 'pip install sk-learn-integration-tests');
  const { cloud, folder } = await startTestMachine({ skills: { call: own } });
  const path = join(folder, 'skills', 'call', 'SKILL.md');
  const { result } = await cloud.send('skill.get', { skill: 'call' });
  const read = (result as { content: string }).content;
  expect(read).toContain('pip install [scrubbed]');
  const save = (content: string) =>
    cloud.send('skill.save', { skill: 'call', content, allow_unauthenticated: false });
  const { error } = await save(read.replace('A test', 'Calls'));
  expect([error?.code, error?.message]).toEqual([
    'invalid_skill',
    expect.stringContaining('the text has [scrubbed] where the file on the machine has'),
  ]);
  expect(await readFile(path, 'utf8')).toBe(own);
  const changed = own.replace('A test', 'Calls');
  expect((await save(changed)).error).toBe(null);
  expect(await readFile(path, 'utf8')).toBe(changed);
  const without = changed.replace('sk-learn-integration-tests', '[scrubbed]');
  await writeFile(path, without);
  expect((await save(without.replace('Calls', 'Tells [scrubbed]'))).error).toBe(null);
});

test('a skill of a linked repository stays that also while its file is not valid', async () => {
  proves('FIELD-skill-linked');
  const { cloud, folder } = await startTestMachine({ skills: { linked: shellSkill('true') } });
  const path = join(folder, 'skills', 'linked', 'SKILL.md');
  const linked = skillFile('linked', `${SIGNED}  repository: ops\n`);
  const content = skillFile('linked', SIGNED);
  const args = { skill: 'linked', content, allow_unauthenticated: false };
  const brokenFiles = [
    linked,
    linked.replace('runner: shell', 'runner: none'),
    linked
      .replace('runner: shell', 'runner: none')
      .replace('repository: ops', 'repository: ops \t'),
    linked.replace('  auth:', '\tauth: ['),
    linked.replaceAll('\n', '\r\n').replace('name: linked', 'name: other'),
    linked.replace('---\nDo it.', 'Do it.'),
  ];
  for (const broken of brokenFiles) {
    await writeFile(path, broken);
    expect((await cloud.send('skill.save', args)).error).toEqual({
      code: 'linked_skill',
      message: 'skill linked comes from the repository ops and can only be changed there',
    });
    expect((await cloud.send('skill.delete', { skill: 'linked' })).error?.code).toBe(
      'linked_skill',
    );
    expect(await readFile(path, 'utf8')).toBe(broken);
  }
  await writeFile(path, `${content.replace('runner: shell', 'runner: none')}\n  repository: ops\n`);
  expect((await cloud.send('skill.save', args)).error).toBe(null);
});

test('a wrong skill is refused with what is wrong, and nothing is written', async () => {
  const { cloud, folder } = await startTestMachine({
    skills: { linked: shellSkill('true', '  repository: shop\n') },
  });
  const open = skillFile('deploy', '  runner: shell\n  auth: none\n');
  const openHook = skillFile('deploy', '  runner: shell\n  webhook: true\n');
  for (const [skill, content, code, word] of [
    ['deploy', 'no front matter', 'invalid_skill', 'line 1'],
    ['deploy', skillFile('other', SIGNED), 'invalid_skill', 'differs from the folder'],
    ['deploy', open, 'invalid_skill', 'allow_unauthenticated'],
    ['deploy', openHook, 'invalid_skill', 'allow_unauthenticated'],
    ['linked', skillFile('linked', SIGNED), 'linked_skill', 'shop'],
    ['../up', skillFile('up', SIGNED), 'invalid_args', 'skill'],
  ] as const) {
    const args = { skill, content, allow_unauthenticated: false };
    const { error } = await cloud.send('skill.save', args);
    expect([skill, error?.code]).toEqual([skill, code]);
    expect(error?.message).toContain(word);
  }
  expect(await readdir(join(folder, 'skills'))).toEqual(['linked']);
  const allowed = { skill: 'deploy', content: open, allow_unauthenticated: true };
  expect((await cloud.send('skill.save', allowed)).result).toMatchObject({ created: true });
});

test('a skill that no webhook starts and that says nothing of auth needs no permission', async () => {
  proves('WIRE-allow-unauthenticated');
  const { cloud } = await startTestMachine({ skills: {} });
  const content = skillFile('nightly', '  runner: shell\n');
  const args = { skill: 'nightly', content, allow_unauthenticated: false };
  const { result } = await cloud.send('skill.save', args);
  expect(result).toEqual({ skill: 'nightly', created: true });
});

test('a deleted skill is moved aside and can be found again', async () => {
  proves('FIELD-skill-linked');
  const { cloud, folder } = await startTestMachine({
    skills: { old: shellSkill('true'), linked: shellSkill('true', '  repository: shop\n') },
  });
  const { result } = await cloud.send('skill.delete', { skill: 'old' });
  const { moved_to: place } = result as { moved_to: string };
  expect(place).toMatch(/^jobs\/\.removed-skills\/old-/);
  expect(await readFile(join(folder, place, 'SKILL.md'), 'utf8')).toContain('name: old');
  expect(await readdir(join(folder, 'skills'))).toEqual(['linked']);
  for (const skill of ['old', '..', 'linked/..', '']) {
    expect((await cloud.send('skill.delete', { skill })).error?.code).toBe('unknown_skill');
  }
  const linked = await cloud.send('skill.delete', { skill: 'linked' });
  expect(linked.error?.code).toBe('linked_skill');
});

test('a replay is a new job with the same payload, through the skill as it is now', async () => {
  const { cloud, folder } = await startTestMachine({
    skills: { echo: shellSkill('cat "$FLEET_PAYLOAD_FILE"') },
  });
  const first = await cloud.send('job.run', { job: 'job_1', skill: 'echo', payload: { a: 1 } });
  const { machine_job_id: id } = first.result as { machine_job_id: string };
  await cloud.job(id, isOver);
  const again = { machine_job_id: id, job: 'job_2' };
  const { machine_job_id: next } = (await cloud.send('job.replay', again)).result as {
    machine_job_id: string;
  };
  expect(next).not.toBe(id);
  const job = await cloud.job(next, isOver);
  expect(job).toMatchObject({ job: 'job_2', trigger: 'replay', result: '{"a":1}' });
  expect((await cloud.send('job.replay', again)).result).toEqual({ machine_job_id: next });
  await cloud.send('skill.delete', { skill: 'echo' });
  const gone = await cloud.send('job.replay', { machine_job_id: id, job: 'job_3' });
  expect(gone.error?.code).toBe('unknown_skill');
  expect(await readdir(join(folder, 'jobs'))).toContain(next);
});

test('a job is replayed with its payload byte for byte', async () => {
  const machine = await startTestMachine({ skills: { echo: shellSkill('cat') } });
  const { cloud } = machine;
  const run = { skill: 'echo', job: 'job_1', payload: { a: 1 }, headers: {} };
  const { machine_job_id: id } = (await cloud.send('job.run', run)).result as {
    machine_job_id: string;
  };
  await cloud.job(id, ({ status }) => status === 'succeeded');
  const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x0d, 0x0a]);
  await writeFile(join(machine.folder, 'jobs', id, 'payload'), bytes);
  const again = { machine_job_id: id, job: 'job_2' };
  const { machine_job_id: next } = (await cloud.send('job.replay', again)).result as {
    machine_job_id: string;
  };
  await cloud.job(next, ({ status }) => status === 'succeeded');
  expect(await readFile(join(machine.folder, 'jobs', next, 'payload'))).toEqual(bytes);
});
