import { expect, test } from 'vitest';
import { startTestMachine } from '../../support/machine/test-machine.ts';
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

test('service.restart when idle restarts nothing where jobs run beyond its time', async () => {
  proves('WIRE-late-truth');
  const { cloud, file, pass } = await startTestMachine({
    skills: {
      slow: '  runner: agent_a\n  script: [{ sleep: 30 }, { finish: { headline: done } }]\n---\n',
    },
  });
  const job = await cloud.run('slow');
  await cloud.job(job, ({ status }) => status === 'running');
  cloud.expiresInSeconds = 10;
  const restart = cloud.queue('service.restart', { when: 'idle' });
  await polled(() => file(`state/commands/${restart}.json`));
  expect((await pass(cloud.resultOf(restart))).error?.code).toBe('expired');
  expect(cloud.jobs.get(job)).toMatchObject({ status: 'running' });
  cloud.expiresInSeconds = 600;
  await pass(cloud.job(job, ({ status }) => status === 'succeeded'));
  expect((await cloud.send('service.status')).result).toMatchObject({ restarts: 0 });
});

test('service.restart when idle restarts nothing either where the clock is set back meanwhile', async () => {
  proves('WIRE-late-truth');
  let isSetBack = (): boolean => false;
  const { clock, cloud, file, pass } = await startTestMachine({
    aheadMs: () => (isSetBack() ? -3_600_000 : 0),
    skills: {
      slow: '  runner: agent_a\n  script: [{ sleep: 30 }, { finish: { headline: done } }]\n---\n',
    },
  });
  const job = await cloud.run('slow');
  await cloud.job(job, ({ status }) => status === 'running');
  cloud.expiresInSeconds = 10;
  const restart = cloud.queue('service.restart', { when: 'idle' });
  await polled(() => file(`state/commands/${restart}.json`));
  const setBackAtMs = clock.now() + 5000;
  isSetBack = () => clock.now() >= setBackAtMs;
  expect((await pass(cloud.resultOf(restart))).error?.code).toBe('expired');
  expect(cloud.jobs.get(job)).toMatchObject({ status: 'running' });
  cloud.expiresInSeconds = 600;
  await pass(cloud.job(job, ({ status }) => status === 'succeeded'));
  expect((await cloud.send('service.status')).result).toMatchObject({ restarts: 0 });
});
