import { expect, test } from 'vitest';
import { startTestMachine, type TestMachine } from '../../support/machine/test-machine.ts';
import { polled } from '../../support/processes.ts';
import { proves } from '../../support/proves.ts';

test('a command whose time is over is not begun, and the result says so', async () => {
  proves('WIRE-late-truth');
  const { cloud, file } = await startTestMachine();
  cloud.expiresInSeconds = 0;
  const { error } = await cloud.send('config.patch', { set: { max_running_jobs: 4 } });
  expect(error).toMatchObject({
    code: 'expired',
    message: 'the time of the command was over before the machine began it; it was not run',
  });
  expect(await file('fleet.yaml')).toBe('mode: control\n');
});

const SLOW = {
  slow: '  runner: agent_a\n  script: [{ sleep: 30 }, { finish: { headline: done } }]\n---\n',
};

/** Has ten seconds for a restart while a job of half a minute runs; gives the ids of both. */
async function restartWhenIdle({ cloud, file }: TestMachine) {
  const job = await cloud.run('slow');
  await cloud.job(job, ({ status }) => status === 'running');
  cloud.expiresInSeconds = 10;
  const restart = cloud.queue('service.restart', { when: 'idle' });
  await polled(() => file(`state/commands/${restart}.json`));
  return { job, restart };
}

async function expectNoRestart(
  { cloud, pass }: TestMachine,
  { job, restart }: Awaited<ReturnType<typeof restartWhenIdle>>,
): Promise<void> {
  expect((await pass(cloud.resultOf(restart))).error?.code).toBe('expired');
  expect(cloud.jobs.get(job)).toMatchObject({ status: 'running' });
  cloud.expiresInSeconds = 600;
  await pass(cloud.job(job, ({ status }) => status === 'succeeded'));
  expect((await cloud.send('service.status')).result).toMatchObject({ restarts: 0 });
}

test('service.restart when idle restarts nothing where jobs run beyond its time', async () => {
  proves('WIRE-late-truth');
  const machine = await startTestMachine({ skills: SLOW });
  const ids = await restartWhenIdle(machine);
  await expectNoRestart(machine, ids);
});

test('service.restart when idle restarts nothing either where the clock is set back meanwhile', async () => {
  proves('WIRE-late-truth');
  let isSetBack = (): boolean => false;
  const machine = await startTestMachine({
    aheadMs: () => (isSetBack() ? -3_600_000 : 0),
    skills: SLOW,
  });
  const ids = await restartWhenIdle(machine);
  const setBackAtMs = machine.clock.now() + 5000;
  isSetBack = () => machine.clock.now() >= setBackAtMs;
  await expectNoRestart(machine, ids);
});

test('live output ends after its time also where the clock is set back meanwhile', async () => {
  proves('LIM-watch-time');
  let aheadMs = 0;
  const script =
    '[{ say: one }, { sleep: 5 }, { say: two }, { sleep: 30 }, { say: three }, { sleep: 30 }]';
  const { cloud, pass } = await startTestMachine({
    aheadMs: () => aheadMs,
    skills: { slow: `  runner: agent_a\n  script: ${script}\n---\n` },
  });
  const job = await cloud.run('slow');
  await cloud.job(job, ({ status }) => status === 'running');
  const watch = { machine_job_id: job, stream: 'stdout', ttl_seconds: 20 };
  expect((await cloud.send('job.watch', watch)).error).toBeNull();
  aheadMs = -3_600_000;
  await pass(cloud.job(job, ({ status }) => status === 'succeeded'));
  const texts = cloud.syncs.flatMap(({ outputs = [] }) => outputs.map(({ text }) => text));
  expect(texts.at(-1)).toBe('one\ntwo\n');
});
