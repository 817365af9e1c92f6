import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine, type TestMachine } from '../../support/machine/test-machine.ts';

const SKILLS = {
  quick: '  runner: agent_a\n  webhook: true\n  script: [{ finish: { headline: ok } }]\n---\n',
  ask: '  runner: agent_a\n  script: [{ ask: { text: "Go on?" } }]\n---\n',
  leave: '  runner: agent_a\n  script: [{ ask: { text: "Was it?", wait: false } }]\n---\n',
};
const CONFIG = 'mode: control\njobs_kept: 10\n';

const jobsOf = ({ folder }: TestMachine) => readdir(join(folder, 'jobs'));

async function runQuick({ cloud }: TestMachine, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let left = count; left > 0; left -= 1) {
    const id = await cloud.run('quick');
    await cloud.job(id, isOver);
    ids.push(id);
  }
  return ids;
}

test('of the jobs that are over the newest are kept, and whatever still waits for a person', async () => {
  const machine = await startTestMachine({ skills: SKILLS, config: CONFIG });
  const { cloud } = machine;
  const waits = await cloud.run('ask');
  await cloud.job(waits, ({ status }) => status === 'waiting');
  const left = await cloud.run('leave');
  await cloud.job(left, isOver);
  const ids = await runQuick(machine, 12);
  const kept = [waits, left, ...ids.slice(-10)].sort();
  await expect.poll(async () => (await jobsOf(machine)).sort()).toEqual(kept);
  const { result } = await cloud.send('job.list');
  expect((result as { jobs: unknown[] }).jobs).toHaveLength(12);
  const gone = { machine_job_id: ids[0], artifact: 'event' };
  expect((await cloud.send('job.artifact', gone)).error?.code).toBe('unknown_job');
});

test('jobs that the cloud does not have yet are kept, however many', async () => {
  const machine = await startTestMachine({
    skills: SKILLS,
    config: CONFIG,
    listen: '127.0.0.1:0',
  });
  const { cloud, clock } = machine;
  await runQuick(machine, 10);
  cloud.losesJobs = true;
  for (let left = 12; left > 0; left -= 1) {
    await fetch(`${machine.machine.webhookUrl()}quick`, { method: 'POST' });
  }
  await expect.poll(() => overOnDisk(machine)).toBe(22);
  cloud.losesJobs = false;
  await expect
    .poll(() => {
      clock.advance(60_000);
      return overOnDisk(machine);
    })
    .toBe(10);
});

/** How many jobs have ended, as the machine's folder says. */
async function overOnDisk({ file, ...machine }: TestMachine): Promise<number> {
  const ids = await jobsOf({ file, ...machine });
  const states = ids.map(async (id) => JSON.parse(await file(`jobs/${id}/job.json`)).report);
  return (await Promise.all(states)).filter(isOver).length;
}

test('what a machine that died left of a job, a delivery or a file is cleared away', async () => {
  const machine = await startTestMachine({ skills: SKILLS });
  await machine.machine.ready;
  const [kept] = await runQuick(machine, 1);
  await machine.machine.stop();
  const { folder } = machine;
  const uuid = '0b0f4a52-62f3-4b4c-9d0c-2f4a2f0e1c11';
  const half = join(folder, 'jobs', 'run-20261001-120000-0123abcd');
  await mkdir(half);
  await mkdir(join(folder, 'jobs', 'notes'));
  await writeFile(join(half, 'payload'), '{}');
  for (const path of [
    `.fleet.yaml.${uuid}.tmp`,
    `state/.secrets.json.${uuid}.tmp`,
    `state/commands/.cmd_1.json.${uuid}.tmp`,
    `state/deliveries/.hook-1.json.${uuid}.tmp`,
    'state/deliveries/hook-1.body',
  ]) {
    await writeFile(join(folder, path), 'half');
  }
  const next = await startTestMachine({ skills: SKILLS, after: machine });
  await next.machine.ready;
  expect((await jobsOf(next)).sort()).toEqual(['notes', kept]);
  const files = await readdir(folder, { recursive: true });
  expect(files.filter((name) => /tmp$|body$/.test(name))).toEqual([]);
});
