import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  rename,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HealthCheck } from '../../../src/contract/record/machine.ts';
import { ATTACKS } from '../../requirements.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { fetchArtifact, isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const WITHOUT_ROOT = 'only root can run jobs as another user';

/** A folder of root's that others can look into, with a file that they cannot read. */
async function foldersOfRoot() {
  const folder = newTemporaryFolder();
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'deep'));
  const names = ['', 'key', 'deep', 'deep/key'].map((name) => join(folder, name));
  for (const path of names.filter((path) => path.endsWith('key')))
    await writeFile(path, 'a key of root', { mode: 0o600 });
  const owners = () => Promise.all(names.map(async (path) => (await lstat(path)).uid));
  return { folder, owners };
}

async function placesOfJobs(): Promise<readonly string[]> {
  return (await readdir('/tmp')).filter((name) => name.startsWith('fleet-job-'));
}

test('with run_as, what a link in the folder of a skill leads to stays whose it is', async ({
  skip,
}) => {
  skip(process.geteuid?.() !== 0, WITHOUT_ROOT);
  proves('ATTACK-linked-skill');
  const { folder, owners } = await foldersOfRoot();
  const machine = await startTestMachine({
    config: 'mode: control\nrun_as: nobody\n',
    skills: { a: shellSkill('id -un; cat data/key data/deep/key key; echo end; ls -ln') },
  });
  const skill = join(machine.folder, 'skills', 'a');
  await symlink(folder, join(skill, 'data'));
  await symlink(join(folder, 'key'), join(skill, 'key'));
  await mkdir(join(skill, 'own'));
  await writeFile(join(skill, 'own', 'file'), 'x', { mode: 0o600 });
  // A walk that follows these has 2^40 ways to go.
  for (const name of ['one', 'two', 'own/up']) await symlink('.', join(skill, name));
  const job = await machine.cloud.job(await machine.cloud.run('a'), isOver);
  expect(job.status).toBe('succeeded');
  const { content } = await fetchArtifact(machine, job.machine_job_id, 'stdout');
  const [user, end, ...listed] = content.trim().split('\n');
  expect([user, end]).toEqual(['nobody', 'end']);
  const uid = execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).trim();
  for (const line of listed.slice(1)) expect(line).toMatch(new RegExp(`^\\S+ +\\d+ ${uid} `));
  expect(await owners()).toEqual([0, 0, 0, 0]);
  expect(await placesOfJobs()).not.toContain(`fleet-job-${job.machine_job_id}`);
});

test('with run_as, a skill whose folder cannot be copied leaves nothing behind', async ({
  skip,
}) => {
  skip(process.geteuid?.() !== 0, WITHOUT_ROOT);
  proves('ATTACK-other-user');
  const machine = await startTestMachine({
    config: 'mode: control\nrun_as: nobody\n',
    skills: { a: shellSkill('true') },
  });
  execFileSync('mkfifo', [join(machine.folder, 'skills', 'a', 'pipe')]);
  const job = await machine.cloud.job(await machine.cloud.run('a'), isOver);
  expect(job.status).toBe('failed');
  expect(await placesOfJobs()).not.toContain(`fleet-job-${job.machine_job_id}`);
});

test('with run_as, the folder of a skill is copied up to a number of files and of bytes', async ({
  skip,
}) => {
  skip(process.geteuid?.() !== 0, WITHOUT_ROOT);
  proves('ATTACK-large-skill');
  const { bytesMax, entriesMax } = ATTACKS['ATTACK-large-skill'];
  const machine = await startTestMachine({
    config: 'mode: control\nrun_as: nobody\n',
    skills: { many: shellSkill('true'), large: shellSkill('true') },
  });
  const inside = (...names: string[]) => join(machine.folder, 'skills', ...names);
  const run = async (skill: string) => {
    const job = await machine.cloud.job(await machine.cloud.run(skill), isOver);
    expect(await placesOfJobs()).not.toContain(`fleet-job-${job.machine_job_id}`);
    return [job.status, job.failure];
  };
  const refusal = (name: string) => ({
    kind: 'invalid_skill',
    message:
      `skill ${name}: its folder has more than 50,000 files or 1 GiB, ` +
      'and run_as needs a copy of it; keep what is large elsewhere',
  });
  await writeFile(inside('large', 'hole'), '');
  await truncate(inside('large', 'hole'), bytesMax);
  expect(await run('large')).toEqual(['failed', refusal('large')]);
  mkdirSync(inside('many', 'deep'));
  const links = Array.from({ length: entriesMax - 1 }, (_, at) => inside('many', 'deep', `${at}`));
  for (const link of links) symlinkSync('x', link);
  expect(await run('many')).toEqual(['failed', refusal('many')]);
}, 60_000);

const LINK = 'its folder is a link; a skill is a folder of its own in skills';

test('a link in the place of the folder of a skill is a broken skill, and nothing is done where it leads to', async () => {
  proves('MACHINE-linked-folder');
  const machine = await startTestMachine({
    config: `mode: control\n${process.geteuid?.() === 0 ? 'run_as: nobody\n' : ''}`,
    skills: { linked: shellSkill('touch made'), other: shellSkill('true') },
  });
  const { cloud, folder } = machine;
  const checkout = join(newTemporaryFolder(), 'linked');
  await rename(join(folder, 'skills', 'linked'), checkout);
  await symlink(checkout, join(folder, 'skills', 'linked'));
  await symlink(join(checkout, 'SKILL.md'), join(folder, 'skills', 'README.md'));
  const owned = async (path: string) => (await lstat(path, { bigint: true })).ctimeNs;
  const before = await Promise.all([checkout, join(checkout, 'SKILL.md')].map(owned));

  const { result } = await cloud.send('health.get', { refresh: true });
  const { checks } = result as { checks: HealthCheck[] };
  expect(checks.find(({ name }) => name === 'skills')?.message).toBe(
    `not loaded: skills/linked/SKILL.md: ${LINK}`,
  );
  const refusal = { code: 'invalid_skill', message: `skill linked: ${LINK}` };
  const content = '---\nname: linked\ndescription: A skill\nfleet:\n  runner: shell\n---\nx\n';
  for (const [type, args] of [
    ['job.run', { job: 'job_1', skill: 'linked' }],
    ['skill.get', { skill: 'linked' }],
    ['skill.save', { skill: 'linked', content, allow_unauthenticated: true }],
  ] as const) {
    const { error } = await cloud.send(type, args);
    expect({ type, error }).toEqual({ type, error: refusal });
  }
  expect((await cloud.send('skill.delete', { skill: 'linked' })).error).toBe(null);
  expect(await Promise.all([checkout, join(checkout, 'SKILL.md')].map(owned))).toEqual(before);
  expect(await readdir(checkout)).toEqual(['SKILL.md']);
  expect(await readdir(join(folder, 'skills'))).toEqual(['README.md', 'other']);
});
