import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type FakeCloud, startFakeCloud, TOKEN } from '../../support/machine/fake-cloud.ts';
import {
  type MachineFolderContent,
  shellSkill,
  writeMachineFolder,
} from '../../support/machine/machine-folder.ts';
import { isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { gone, isAlive, polled } from '../../support/processes.ts';

const PROGRAM = fileURLToPath(new URL('../../support/machine/machine-process.ts', import.meta.url));

const SKILLS = {
  slow: shellSkill('echo "$$" >> started\nexec sleep 600'),
  quick: shellSkill('echo once >> started'),
  family: shellSkill(
    'setsid sleep 600 &\necho "$!" > away\nsleep 600 &\necho "$$ $!" > started\nwait',
  ),
  nap: '  runner: agent_a\n  script: [{ sleep: 600 }]\n---\n',
};

const RUN_AS = { config: 'mode: control\nrun_as: nobody\n' };

/** A machine in a process of its own, and what is left of it. */
async function startProcess(
  content: MachineFolderContent = { skills: SKILLS },
): Promise<{ cloud: FakeCloud; folder: string; child: ChildProcess }> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-machine-'));
  await writeMachineFolder(folder, content);
  const cloud = await startFakeCloud();
  const child = spawn(process.execPath, [PROGRAM, cloud.baseUrl, folder], {
    env: { ...process.env, MACHINE_TOKEN: TOKEN },
    stdio: 'inherit',
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return { cloud, folder, child };
}

async function killHard(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

function started(folder: string, skill: string): Promise<string> {
  return polled(() => readFile(join(folder, 'skills', skill, 'started'), 'utf8'));
}

test('RULE-1: an acting command that was cut off by kill -9 is not run again and says so', async () => {
  const { cloud, folder, child } = await startProcess();
  await cloud.job(await cloud.run('nap'), ({ status }) => status === 'running');
  const restart = cloud.queue('service.restart', { when: 'idle' });
  await polled(() => readFile(join(folder, 'state', 'commands', `${restart}.json`), 'utf8'));
  await killHard(child);

  await startTestMachine({ skills: SKILLS, after: { folder, cloud } });
  const { error } = await cloud.resultOf(restart);
  expect(error?.code).toBe('machine_restarted');
  const status = await cloud.send('service.status');
  expect(status.result).toMatchObject({ restarts: 0 });
});

test('a job whose result the cloud never got is not started twice after kill -9', async () => {
  const { cloud, folder, child } = await startProcess();
  cloud.losesResults = true;
  const run = cloud.queue('job.run', { job: 'job_1', skill: 'quick' });
  await started(folder, 'quick');
  await killHard(child);

  cloud.losesResults = false;
  await startTestMachine({ skills: SKILLS, after: { folder, cloud } });
  const { error, result } = await cloud.resultOf(run);
  expect(error).toBe(null);
  const [only, ...others] = await readdir(join(folder, 'jobs'));
  expect(result).toEqual({ machine_job_id: only });
  expect(others).toEqual([]);
  await cloud.job(only ?? '', isOver);
  expect(await started(folder, 'quick')).toBe('once\n');
});

test('a shell job that ran when its machine was killed has failed, and runs no more', async () => {
  const { cloud, folder, child } = await startProcess();
  const id = await cloud.run('slow');
  const pid = (await started(folder, 'slow')).trim();
  await cloud.job(id, ({ status }) => status === 'running');
  await killHard(child);
  const files = () => readdir(join(folder, 'jobs', id));
  await writeFile(join(folder, 'jobs', id, 'answer'), 'as it was given');
  expect(await files()).toContain('commands');

  await startTestMachine({ skills: SKILLS, after: { folder, cloud } });
  expect(await cloud.job(id, isOver)).toMatchObject({
    status: 'failed',
    outcome: 'not_done',
    failure: { kind: 'machine_restarted' },
  });
  await gone(pid);
  await expect.poll(files).not.toContain('answer');
  expect(await files()).not.toContain('commands');
});

test.for<[string, MachineFolderContent]>([
  ['the user of the machine', {}],
  ['another user', RUN_AS],
])(
  'the script of %s that outlives its machine gets its input whole',
  async ([, settings], { skip }) => {
    const isOther = settings === RUN_AS;
    skip(isOther && process.geteuid?.() !== 0, 'only root can run jobs as another user');
    const count = 'wc -c > counted; wc -c < /dev/stdin >> counted; : > ready';
    const wait = 'exec 2> errors\n: > started\nuntil [ -e go ]; do sleep 0.05; done';
    const content = { ...settings, skills: { late: shellSkill(`${wait}\n${count}`) } };
    const { cloud, folder, child } = await startProcess(content);
    const id = await cloud.run('late', { payload: 'x'.repeat(800_000) });
    const outer = `/tmp/fleet-job-${id}`;
    onTestFinished(() => rm(outer, { recursive: true, force: true }));
    const place = isOther ? join(outer, 'work', 'skill') : join(folder, 'skills', 'late');
    const made = (name: string) => polled(() => readFile(join(place, name), 'utf8'));
    await made('started');
    await killHard(child);
    await writeFile(join(place, 'go'), '');
    await made('ready');
    expect(await made('counted')).toMatch(/^ *800002\n *800002\n$/);
    const files = await readdir(join(folder, 'jobs', id));
    expect(files.filter((name) => name.includes('stdin'))).toEqual([]);
  },
);

test('on a disk that takes nothing a machine starts too, and tells what it cannot write down', async () => {
  const { cloud, folder, child } = await startProcess();
  const id = await cloud.run('nap');
  await cloud.job(id, ({ status }) => status === 'running');
  await killHard(child);

  const starve = ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath];
  const starved = spawn('/bin/sh', [...starve, PROGRAM, cloud.baseUrl, folder], {
    env: { ...process.env, MACHINE_TOKEN: TOKEN },
    stdio: 'inherit',
  });
  onTestFinished(() => void starved.kill('SIGKILL'));
  expect(await cloud.job(id, isOver)).toMatchObject({ failure: { kind: 'machine_restarted' } });
  const { result } = await cloud.send('health.get', { deep: true });
  expect((result as { checks: unknown[] }).checks).toContainEqual(
    expect.objectContaining({ name: 'folder', state: 'failing' }),
  );
});

test('what such a job had started ends too, also without its first process and beyond its group', async () => {
  const { cloud, folder, child } = await startProcess();
  const id = await cloud.run('family');
  const [leader = '', left = ''] = (await started(folder, 'family')).trim().split(' ');
  const away = (await readFile(join(folder, 'skills', 'family', 'away'), 'utf8')).trim();
  await killHard(child);
  process.kill(Number(leader), 'SIGKILL');
  await gone(leader);
  expect([isAlive(left), isAlive(away)]).toEqual([true, true]);

  await startTestMachine({ skills: SKILLS, after: { folder, cloud } });
  expect(await cloud.job(id, isOver)).toMatchObject({ failure: { kind: 'machine_restarted' } });
  await Promise.all([gone(left), gone(away)]);
});

test('the folder in which it ran as another user goes too, and nothing that others made', async ({
  skip,
}) => {
  skip(process.geteuid?.() !== 0, 'only root can run jobs as another user');
  const content = { ...RUN_AS, skills: { slow: SKILLS.slow } };
  const { cloud, folder, child } = await startProcess(content);
  const id = await cloud.run('slow');
  const place = `/tmp/fleet-job-${id}`;
  const [second, foreign, other] = [`${place}-aB3dE6`, `${place}-fOr3gn`, `${place}-0`];
  onTestFinished(async () => {
    for (const path of [place, second, foreign, other])
      await rm(path, { recursive: true, force: true });
  });
  await polled(() => readFile(join(place, 'work', 'skill', 'started'), 'utf8'));
  await killHard(child);
  // A second one of the same job, one that another user has made, and another program's.
  for (const path of [second, foreign, other]) await mkdir(join(path, 'work'), { recursive: true });
  await chown(foreign, 65534, 65534);
  await writeFile(join(other, 'kept'), '');
  await symlink(other, join(place, 'work', 'link'));

  await startTestMachine({ ...content, after: { folder, cloud } });
  expect(await cloud.job(id, isOver)).toMatchObject({ failure: { kind: 'machine_restarted' } });
  const left = (await readdir('/tmp')).filter((name) => name.startsWith(`fleet-job-${id}`));
  expect(left.map((name) => `/tmp/${name}`).sort()).toEqual([foreign, other].sort());
  expect(await readdir(other)).toEqual(['kept', 'work']);
});
