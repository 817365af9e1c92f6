import { expect, test } from 'vitest';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { gone, isAlive, polled } from '../../support/processes.ts';

test('the time limit kills the whole group, also what ignores SIGTERM', async () => {
  const machine = await startTestMachine({
    skills: {
      stuck: shellSkill(
        `trap '' TERM\nsh -c 'trap "" TERM; echo "child $$"; while :; do sleep 60; done' &\n` +
          'while :; do sleep 60; done',
        '  timeout_seconds: 30\n',
      ),
    },
  });
  const { cloud, clock, file } = machine;
  const id = await cloud.run('stuck');
  const pid = await polled(async () => /child (\d+)/.exec(await file(`jobs/${id}/stdout`))?.[1]);
  clock.advance(30_000);
  expect(isAlive(pid)).toBe(true);
  clock.advance(5_000);
  const job = await machine.pass(cloud.job(id, isOver));
  expect(job).toMatchObject({
    status: 'timed_out',
    outcome: 'not_done',
    failure: { kind: 'timeout', message: 'not done after 30 s' },
  });
  await gone(pid);
});

test.each([
  ['holds its output', 'sleep 600 &'],
  ['holds nothing', 'sleep 600 >/dev/null 2>&1 &'],
])(
  'what a skill leaves behind in its group ends with it, also where it %s',
  async (_how, leave) => {
    const { cloud, file } = await startTestMachine({
      skipUpToMs: 1_000,
      skills: { leaver: shellSkill(`${leave}\necho "$!" > left`) },
    });
    expect(await cloud.job(await cloud.run('leaver'), isOver)).toMatchObject({
      status: 'succeeded',
    });
    await gone((await file('skills/leaver/left')).trim());
  },
);

test('a running job is cancelled for good; one that is over is left as it is', async () => {
  const { cloud, file } = await startTestMachine({
    skills: { long: shellSkill('echo "child $$"; exec sleep 600') },
  });
  const id = await cloud.run('long');
  const pid = await polled(async () => /child (\d+)/.exec(await file(`jobs/${id}/stdout`))?.[1]);
  const args = { machine_job_id: id, job: 'job_1' };
  expect((await cloud.send('job.cancel', args)).result).toEqual({
    machine_job_id: id,
    cancelled: true,
  });
  expect(await cloud.job(id, isOver)).toMatchObject({ status: 'cancelled' });
  await gone(pid);
  expect((await cloud.send('job.cancel', args)).result).toMatchObject({ cancelled: false });
});

test('a job that is cancelled ends with what it had put beyond its group', async () => {
  const { cloud, file } = await startTestMachine({
    skipUpToMs: 1_000,
    skills: { daemon: shellSkill(`setsid sh -c 'echo "away $$"; exec sleep 600' &\nwait`) },
  });
  const id = await cloud.run('daemon');
  const pid = await polled(async () => /away (\d+)/.exec(await file(`jobs/${id}/stdout`))?.[1]);
  await cloud.send('job.cancel', { machine_job_id: id, job: 'job_1' });
  expect(await cloud.job(id, isOver)).toMatchObject({ status: 'cancelled' });
  await gone(pid);
});

test('a cancel that comes together with the start of its job finds it', async () => {
  const { cloud } = await startTestMachine({ skills: { long: shellSkill('sleep 600') } });
  await cloud.send('ping');
  cloud.queue('job.run', { job: 'job_77', skill: 'long' });
  const { result } = await cloud.send('job.cancel', { machine_job_id: null, job: 'job_77' });
  expect(result).toMatchObject({ cancelled: true });
});

test('a machine that stops starts nothing more, also where a restart has waited for its jobs', async () => {
  const { cloud, machine, file } = await startTestMachine({
    config: 'mode: control\nmax_running_jobs: 1\n',
    skills: { nap: shellSkill('exec sleep 600'), mark: shellSkill('echo ran > ran') },
  });
  await cloud.job(await cloud.run('nap'), ({ status }) => status === 'running');
  const next = await cloud.run('mark');
  const restart = cloud.queue('service.restart', { when: 'idle' });
  await polled(() => file(`state/commands/${restart}.json`));
  await machine.stop();
  await expect(file('skills/mark/ran')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(JSON.parse(await file(`jobs/${next}/job.json`)).report.status).toBe('queued');
});
