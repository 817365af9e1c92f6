import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  readSkillFolder,
  removeSkillFile,
  writeSkillFile,
} from '../../../src/flow/skills/skill-folder.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

/** A folder of skills as somebody else's repository may have it, and a file of the user outside of it. */
async function foreignFolder() {
  const base = await mkdtemp(join(tmpdir(), 'fleet-skill-folder-'));
  onTestFinished(() => rm(base, { recursive: true }));
  const folder = join(base, 'skills');
  const own = join(base, 'own');
  for (const each of [own, folder, join(folder, 'key'), join(folder, 'good')]) mkdirSync(each);
  writeFileSync(join(own, 'SKILL.md'), 'the private key');
  writeFileSync(join(folder, 'good', 'SKILL.md'), 'a skill');
  symlinkSync(join(own, 'SKILL.md'), join(folder, 'key', 'SKILL.md'));
  symlinkSync('../own', join(folder, 'outside'));
  symlinkSync('good', join(folder, 'alias'));
  return { folder, own: () => readFileSync(join(own, 'SKILL.md'), 'utf8') };
}

test('what a link has outside of the folder is neither read, written nor removed', async () => {
  proves('UI-skill-push', 'UI-skill-pull');
  const { folder, own } = await foreignFolder();
  const { skills } = await readSkillFolder(folder);
  const leadsOut = expect.stringContaining('is a link that leads out of the folder');
  expect(Object.fromEntries(skills)).toEqual({
    alias: { kind: 'text', content: 'a skill' },
    good: { kind: 'text', content: 'a skill' },
    key: { kind: 'unreadable', reason: leadsOut },
    outside: { kind: 'unreadable', reason: leadsOut },
  });
  await expect(writeSkillFile(folder, 'outside', 'other')).rejects.toThrow('leads out');
  await expect(removeSkillFile(folder, 'outside')).rejects.toThrow('leads out');
  await writeSkillFile(folder, 'key', 'other');
  expect(own()).toBe('the private key');
});

test('of a link to another skill the link is removed, and not that one', async () => {
  proves('UI-skill-pull');
  const { folder } = await foreignFolder();
  await removeSkillFile(folder, 'alias');
  expect(existsSync(join(folder, 'alias'))).toBe(false);
  expect(readFileSync(join(folder, 'good', 'SKILL.md'), 'utf8')).toBe('a skill');
});

test('nothing is read without an end', async ({ skip }) => {
  skip(process.platform === 'win32', 'there are no named pipes');
  proves('UI-skill-push');
  const { folder } = await foreignFolder();
  mkdirSync(join(folder, 'pipe'));
  mkdirSync(join(folder, 'long'));
  execFileSync('mkfifo', [join(folder, 'pipe', 'SKILL.md')]);
  writeFileSync(join(folder, 'long', 'SKILL.md'), 'x'.repeat(3_000_000));
  const { skills } = await readSkillFolder(folder);
  expect(skills.get('pipe')).toEqual({
    kind: 'unreadable',
    reason: 'SKILL.md is no regular file',
  });
  expect(skills.get('long')).toMatchObject({ reason: expect.stringContaining('longer than') });
});

test('a skill that has the name of a device is not written on Windows', async () => {
  proves('PLATFORM-names');
  const folder = newTemporaryFolder();
  await expect(writeSkillFile(folder, 'con', 'text', 'win32')).rejects.toMatchObject({
    kind: 'local',
    facts: {
      code: 'name_reserved',
      detail: 'No folder here can be named con: Windows keeps that name for a device.',
    },
  });
  expect(readdirSync(folder)).toEqual([]);
  await writeSkillFile(folder, 'con', 'text', 'darwin');
  await writeSkillFile(folder, 'console', 'text', 'win32');
  expect(readdirSync(folder)).toEqual(['con', 'console']);
});
