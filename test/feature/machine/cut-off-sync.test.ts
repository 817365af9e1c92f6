import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { seal } from '../../../src/sealing/sealed-box.ts';
import { type FakeCloud, startFakeCloud, TOKEN } from '../../support/machine/fake-cloud.ts';
import { shellSkill, writeMachineFolder } from '../../support/machine/machine-folder.ts';
import { isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine, type TestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

proves('RULE-8', 'EVENT-deliveries');

const PROGRAM = fileURLToPath(new URL('../../support/machine/machine-process.ts', import.meta.url));
const SKILLS = { hook: shellSkill('cat >/dev/null\necho ran >> ran', '  webhook: true\n') };
const LISTEN = '127.0.0.1:0';

interface Dying {
  readonly cloud: FakeCloud;
  readonly folder: string;
  readonly child: ChildProcess;
  readonly url: string;
  readonly exit: Promise<unknown>;
}

/** A machine in a process of its own that kills itself before a step on disk. */
async function startDying(step: number): Promise<Dying> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-machine-'));
  await writeMachineFolder(folder, { skills: SKILLS });
  const cloud = await startFakeCloud();
  const child = fork(PROGRAM, [cloud.baseUrl, folder, LISTEN], {
    env: { ...process.env, MACHINE_TOKEN: TOKEN, DIES_AT: String(step) },
  });
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  const [{ webhookUrl: url }] = (await once(child, 'message')) as [{ webhookUrl: string }];
  return { cloud, folder, child, url, exit };
}

/** Ends the process where all its work was done before the step came. */
async function endOf({ child, cloud, exit }: Dying): Promise<void> {
  const done = cloud.until(() => [...cloud.jobs.values()].find(isOver));
  await Promise.race([exit, done]);
  child.kill('SIGKILL');
  await exit;
}

function post(url: string): Promise<number | undefined> {
  const headers = { 'x-delivery-id': 'd-1' };
  return fetch(`${url}hook`, { method: 'POST', headers, body: '{"n":1}' }).then(
    ({ status }) => status,
    () => undefined,
  );
}

/** One delivery, one job, run at most once, and the cloud knows how it ended. */
async function expectOnce({ cloud, file, folder }: TestMachine): Promise<void> {
  const told = await cloud.until(() =>
    cloud.deliveries.find(({ outcome }) => outcome === 'accepted'),
  );
  const job = await cloud.job(told.machine_job_id ?? '', isOver);
  const runs = await file('skills/hook/ran').catch(() => '');
  if (job.status === 'succeeded') expect(runs).toBe('ran\n');
  else {
    expect(job).toMatchObject({ status: 'failed', failure: { kind: 'machine_restarted' } });
    expect(['', 'ran\n']).toContain(runs);
  }
  const whole = (await readdir(join(folder, 'jobs'))).map((id) =>
    readFile(join(folder, 'jobs', id, 'job.json')).then(
      () => id,
      () => null,
    ),
  );
  expect((await Promise.all(whole)).filter((id) => id !== null)).toEqual([job.machine_job_id]);
}

// On disk are then: nothing, the delivery without its job, half a job, the job alone, the job at work.
const STEPS = [2, 6, 11, 17, 26];

test.each(STEPS)(
  'kill -9 before step %i of a webhook loses nothing and runs nothing twice',
  async (step) => {
    const dying = await startDying(step);
    const first = await post(dying.url);
    await endOf(dying);

    const machine = await startTestMachine({ skills: SKILLS, listen: LISTEN, after: dying });
    await machine.machine.ready;
    // A sender that got no answer sends again, one that was answered does not.
    if (first === undefined) {
      expect([200, 202]).toContain(await post(machine.machine.webhookUrl() ?? ''));
    } else expect(first).toBe(202);
    await expectOnce(machine);
  },
);

test.each(STEPS)(
  'kill -9 before step %i of collecting a hosted delivery loses nothing and runs nothing twice',
  async (step) => {
    const dying = await startDying(step);
    const { cloud } = dying;
    const key = Buffer.from(cloud.syncs[0]?.report?.sealing_key ?? '', 'base64url');
    const body = Buffer.from('{"n":1}').toString('base64url');
    const request = { method: 'POST', path: '/in/x', address: null, headers: {}, body };
    const sealed = Buffer.from(seal(key, Buffer.from(JSON.stringify(request)))).toString(
      'base64url',
    );
    const received_at = '2026-09-29T10:00:00.000Z';
    cloud.hosted = [{ id: 'del_1', skill: 'hook', received_at, sealed }];
    cloud.queue('ping');
    await endOf(dying);

    // What was named as collected is gone at the service; all else is handed out again.
    if (cloud.collected.includes('del_1')) cloud.hosted = [];
    const machine = await startTestMachine({ skills: SKILLS, after: dying });
    await expectOnce(machine);
    await cloud.until(() => (cloud.collected.includes('del_1') ? true : undefined));
  },
);
