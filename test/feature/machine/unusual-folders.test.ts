import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { HealthCheck } from '../../../src/contract/record/machine.ts';
import { startMachine } from '../../../src/machine/start.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine, type TestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';

proves('CONV-commands-work');

async function startReady(): Promise<TestMachine> {
  const machine = await startTestMachine({ skills: { quick: shellSkill('true') } });
  await machine.machine.ready;
  return machine;
}

async function problemOf({ cloud }: TestMachine, check: string): Promise<HealthCheck | undefined> {
  const { result } = await cloud.send('health.get', { refresh: true });
  const { checks } = result as { checks: HealthCheck[] };
  return checks.find(({ name, state }) => name === check && state !== 'ok');
}

test.each([
  ['fleet.yaml', 'configuration', 'it cannot be read'],
  ['skills', 'skills', 'not loaded: skills'],
])('a machine whose %s is gone for a while goes on, and says so', async (name, check, told) => {
  const machine = await startReady();
  const { cloud, folder } = machine;
  await rename(join(folder, name), join(folder, 'away'));
  expect((await problemOf(machine, check))?.message).toContain(told);
  const reported = () => cloud.syncs.findLast(({ report }) => report !== undefined)?.report;
  await cloud.until(() =>
    reported()?.checks.some(({ message }) => message.includes(told)) ? true : undefined,
  );
  await rename(join(folder, 'away'), join(folder, name));
  expect(await problemOf(machine, check)).toBe(undefined);
  expect((await cloud.send('job.run', { job: 'job_1', skill: 'quick' })).error).toBe(null);
});

/** A valid skill but for its encoding. */
const LATIN_1 = Buffer.from(
  '---\nname: odd\ndescription: M\xe4r\nfleet:\n  runner: shell\n---\n```sh\ntrue\n```\n',
  'latin1',
);

test.each([
  ['a pipe', 'is not a file', async (path: string) => void execFileSync('mkfifo', [path])],
  ['a device', 'is not a file', (path: string) => symlink('/dev/zero', path)],
  ['a folder', 'is not a file', (path: string) => mkdir(path)],
  ['in another encoding', 'is not UTF-8 text', (path: string) => writeFile(path, LATIN_1)],
  ['a file that would fill the memory', 'is longer than', largeFile],
])('a SKILL.md that is %s is a broken skill, and the others load', async (_what, error, make) => {
  const machine = await startReady();
  const odd = join(machine.folder, 'skills', 'odd');
  await mkdir(odd);
  await make(join(odd, 'SKILL.md'));
  expect(await problemOf(machine, 'skills')).toMatchObject({
    message: expect.stringMatching(`^not loaded: skills/odd/SKILL.md: SKILL.md ${error}`),
  });
  const refused = await machine.cloud.send('job.run', { job: 'job_1', skill: 'odd' });
  expect(refused.error?.message).toContain(error);
  const run = await machine.cloud.send('job.run', { job: 'job_2', skill: 'quick' });
  expect(run.error).toBe(null);
});

test.each([
  ['jobs', 'a file', 'jobs'],
  ['state/lock', 'no lock', 'database'],
])('a folder whose %s is %s is refused with what is wrong', async (name, _what, named) => {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-machine-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'state'));
  await writeFile(join(folder, name), 'x'.repeat(4096));
  const { done } = startMachine({ baseUrl: 'http://127.0.0.1:9', token: 'x', folder });
  await expect(done).rejects.toMatchObject({
    facts: { code: 'folder_unusable', detail: expect.stringContaining(named) },
  });
});

test.each([
  ['fleet.yaml', 'invalid_config'],
  ['state/known-deliveries', 'folder_unusable'],
])('a folder in the place of %s is named with its path', async (name, code) => {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-machine-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, ...name.split('/'));
  await mkdir(path, { recursive: true });
  const { code: exitCode, stderr } = await runFleet(['machine', '--folder', folder], {
    env: { FLEET_BASE_URL: 'http://127.0.0.1:9', FLEET_MACHINE_TOKEN: 'fleet_machine_x' },
  });
  expect([exitCode, stderr.includes('Unexpected')]).toEqual([1, false]);
  const { error } = JSON.parse(stderr);
  expect([error.code, error.detail.includes(path)]).toEqual([code, true]);
});

test('config.patch on a machine without its fleet.yaml says so and writes none', async () => {
  const { cloud, folder } = await startReady();
  await rename(join(folder, 'fleet.yaml'), join(folder, 'away'));
  const { error } = await cloud.send('config.patch', { set: { max_running_jobs: 3 } });
  expect(error?.code).toBe('invalid_config');
  expect(error?.message).toMatch(/^fleet\.yaml is missing and was not changed/);
  expect(existsSync(join(folder, 'fleet.yaml'))).toBe(false);
});

/** Takes no room on the disk. */
async function largeFile(path: string): Promise<void> {
  await writeFile(path, '---\n');
  await truncate(path, 2 ** 40);
}

test('a sealing key that is a folder is named, with what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-machine-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'state', 'sealing-key'), { recursive: true });
  const machine = startMachine({ baseUrl: 'http://127.0.0.1:9', token: 'fleet_machine_x', folder });
  await expect(machine.done).rejects.toMatchObject({
    kind: 'local',
    facts: {
      code: 'invalid_sealing_key',
      detail: expect.stringMatching(/state.sealing-key: EISDIR/),
    },
  });
});
