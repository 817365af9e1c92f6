import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { polled } from '../../support/processes.ts';
import { proves } from '../../support/proves.ts';

const NO_SKILL = { skills: {} };

test('RULE-1: a machine collects a command with its sync and answers with the next', async () => {
  const { cloud } = await startTestMachine(NO_SKILL);
  expect(await cloud.send('ping')).toMatchObject({ error: null, result: { pong: true } });
});

test('every protocol command type gives a result', async () => {
  proves('CONV-commands-work');
  const { cloud } = await startTestMachine({
    skills: {
      nightly:
        '  runner: agent_b\n  schedule: { cron: "0 5 * * *" }\n  script: [{ say: hello }]\n---\n',
      keeper: '  runner: shell\n  webhook: true\n  auth: hub_signature\n  secret: A_TOKEN\n---\n',
    },
    secrets: { OTHER: 'a-value-of-a-secret' },
  });
  const results: Record<string, unknown> = {};
  for (const type of [
    'ping',
    'health.get',
    'runners.get',
    'logs.tail',
    'config.get',
    'service.status',
    'update.check',
    'update.install',
    'schedules.list',
    'stats.get',
    'secret.list',
    'expose.status',
    'job.list',
    'delivery.list',
  ]) {
    const { error, result } = await cloud.send(type);
    expect(error, type).toBe(null);
    results[type] = result;
  }
  expect(results['health.get']).toMatchObject({ status: 'warning' });
  expect(results['runners.get']).toMatchObject({
    runners: [{ name: 'agent_a' }, { name: 'agent_b' }, { name: 'shell', ready: true }],
  });
  expect(results['config.get']).toEqual({ config: 'mode: control\n', problem: null });
  expect(results['update.install']).toMatchObject({ installed: false });
  expect(results['schedules.list']).toEqual({
    schedules: [
      {
        name: 'nightly',
        skill: 'nightly',
        cron: '0 5 * * *',
        timezone: 'UTC',
        last_run_at: null,
        next_run_at: '2026-10-02T05:00:00.000Z',
      },
    ],
  });
  expect(results['secret.list']).toEqual({
    secrets: [
      { name: 'A_TOKEN', set: false, skills: ['keeper'] },
      { name: 'OTHER', set: true, skills: [] },
    ],
  });
  expect(results['delivery.list']).toEqual({ deliveries: [] });
});

test('a deep look at the health also tries the folder and the shell', async () => {
  const { cloud } = await startTestMachine(NO_SKILL);
  const { result } = await cloud.send('health.get', { deep: true, refresh: true });
  const { checks } = result as { checks: { name: string }[] };
  expect(checks.map(({ name }) => name)).toEqual([
    ...['configuration', 'skills', 'secrets', 'programs', 'disk'],
    ...['folder', 'shell'],
  ]);
});

test('without refresh health and runners are as found last, at that time; with it they are of now', async () => {
  const { cloud, clock, folder } = await startTestMachine(NO_SKILL);
  const checkedAt = async (type: string, args = {}) => {
    const { result } = await cloud.send(type, args);
    return (result as { checked_at: string }).checked_at;
  };
  const deep = { deep: true };
  const first = await checkedAt('health.get', deep);
  clock.advance(5_000);
  await mkdir(`${folder}/skills/broken`);
  expect(await checkedAt('health.get', deep)).toBe(first);
  const { result } = await cloud.send('health.get', { ...deep, refresh: true });
  expect(result).toMatchObject({ status: 'warning' });
  const second = await checkedAt('health.get', deep);
  expect(Date.parse(second) - Date.parse(first)).toBeGreaterThanOrEqual(5_000);
  const before = await checkedAt('runners.get');
  clock.advance(5_000);
  const after = await checkedAt('runners.get', { refresh: true });
  expect(Date.parse(after) - Date.parse(before)).toBeGreaterThanOrEqual(5_000);
});

test.each([
  ['ping', { now: true }, 'now'],
  ['logs.tail', { lines: 0 }, 'lines'],
  ['logs.tail', { lines: '5' }, 'lines'],
  ['service.restart', { when: 'later' }, 'when'],
  ['config.patch', {}, 'set or unset'],
  ['schedule.run', {}, 'name'],
  ['job.artifact', { machine_job_id: 'run-1', artifact: 'secrets' }, 'artifact'],
])('ERR-invalid_args: %s %j names the argument', async (type, args, named) => {
  const { cloud } = await startTestMachine(NO_SKILL);
  const { error } = await cloud.send(type, args);
  expect(error?.code).toBe('invalid_args');
  expect(error?.message).toContain(named);
});

test('a command that the machine has never heard of is refused by name', async () => {
  const { cloud } = await startTestMachine(NO_SKILL);
  const { error } = await cloud.send('toString');
  expect(error).toEqual({
    code: 'unknown_command',
    message: 'this machine does not support the command toString',
  });
});

test('RULE-4: in observe mode reads are answered and actions refused', async () => {
  const { cloud } = await startTestMachine({
    config: 'mode: observe\n',
    skills: { quick: shellSkill('true') },
  });
  expect((await cloud.send('job.list')).error).toBe(null);
  const { error } = await cloud.send('job.run', { job: 'job_1', skill: 'quick' });
  expect(error).toEqual({
    code: 'denied_by_machine',
    message:
      'the machine is in observe mode and accepts read-only commands; job.run makes changes, which needs mode: control in its fleet.yaml',
  });
});

test('the machine obeys its fleet.yaml as it is edited, without a restart', async () => {
  const machine = await startTestMachine({ config: 'mode: control\n' });
  const { cloud, folder } = machine;
  expect((await cloud.send('ping')).error).toBe(null);
  await writeFile(`${folder}/fleet.yaml`, 'mode: control\ndeny: [ping]\n');
  expect((await cloud.send('ping')).error?.code).toBe('denied_by_machine');
  await writeFile(`${folder}/fleet.yaml`, 'mode: [\n');
  expect((await cloud.send('ping')).error?.code).toBe('denied_by_machine');
  const health = await cloud.send('health.get', { refresh: true });
  expect(health.result).toMatchObject({
    status: 'failing',
    checks: [{ name: 'configuration', state: 'failing' }, {}, {}, {}, {}],
  });
});

test.each([
  ['deny: [skills.delete]', 'fleet.yaml: deny has skills.delete, which fits no command'],
  ['allow: [health.get, service]', 'fleet.yaml: allow has service, which fits no command'],
  ['deny: [service, job.*, ping]', 'fleet.yaml is valid'],
])('an entry of the lists that fits no command shows in the health: %s', async (lists, message) => {
  proves('RULE-4');
  const { cloud } = await startTestMachine({ config: `mode: control\n${lists}\n` });
  const { result } = await cloud.send('health.get', { refresh: true });
  expect(result).toMatchObject({
    checks: [{ message: expect.stringContaining(message) }, {}, {}, {}, {}],
  });
});

test('config.patch keeps comments, checks the result and leaves the policy alone', async () => {
  const { cloud, file } = await startTestMachine({
    config: '# our machine\nmode: control # for now\nwait_seconds: 5\nmax_running_jobs: 2 # few\n',
  });
  const patch = {
    set: { max_running_jobs: 4, 'runners.agent_b.ready': false },
    unset: ['wait_seconds'],
  };
  expect((await cloud.send('config.patch', patch)).result).toMatchObject({
    changed: ['max_running_jobs', 'runners.agent_b.ready', 'wait_seconds'],
  });
  const patched = await file('fleet.yaml');
  expect(patched).toBe(
    '# our machine\nmode: control # for now\nmax_running_jobs: 4 # few\nrunners:\n  agent_b:\n    ready: false\n',
  );
  const wrong = await cloud.send('config.patch', { set: { max_running_jobs: 'many' } });
  expect(wrong.error?.code).toBe('invalid_config');
  expect(wrong.error?.message).toContain('line 3: max_running_jobs');
  const policy = await cloud.send('config.patch', { set: { deny: ['ping'] } });
  expect(policy.error?.code).toBe('denied_by_machine');
  expect(await file('fleet.yaml')).toBe(patched);
});

test('service.restart when idle waits for the job that runs, now ends it', async () => {
  const { cloud, file, pass } = await startTestMachine({
    skills: {
      slow: '  runner: agent_a\n  script: [{ sleep: 30 }, { finish: { headline: done } }]\n---\n',
    },
  });
  const patient = await cloud.run('slow');
  await cloud.job(patient, ({ status }) => status === 'running');
  const restart = cloud.queue('service.restart', { when: 'idle' });
  await polled(() => file(`state/commands/${restart}.json`));
  const idle = await pass(cloud.resultOf(restart));
  expect(idle.result).toMatchObject({ restarted: true, jobs_waited_for: 1, jobs_ended: 0 });
  const ended = await cloud.job(patient, ({ status }) => status !== 'running');
  expect(ended.status).toBe('succeeded');

  const unlucky = await cloud.run('slow');
  await cloud.job(unlucky, ({ status }) => status === 'running');
  const now = await cloud.send('service.restart', { when: 'now' });
  expect(now.result).toMatchObject({ restarted: true, jobs_waited_for: 0, jobs_ended: 1 });
  const cut = await cloud.job(unlucky, ({ status }) => status !== 'running');
  expect(cut.failure?.kind).toBe('machine_restarted');
  const status = await cloud.send('service.status');
  expect(status.result).toMatchObject({ restarts: 2 });
});

test('schedule.run starts the schedule by name', async () => {
  const { cloud } = await startTestMachine({
    skills: {
      nightly:
        '  runner: agent_b\n  schedule: { cron: "0 5 * * *" }\n  script: [{ say: hi }]\n---\n',
    },
  });
  const { result } = await cloud.send('schedule.run', { name: 'nightly' });
  const { machine_job_id } = result as { machine_job_id: string };
  const job = await cloud.job(machine_job_id, ({ status }) => status === 'succeeded');
  expect(job).toMatchObject({ trigger: 'schedule', skill: 'nightly', job: null });
  expect((await cloud.send('schedule.run', { name: 'x' })).error?.code).toBe('unknown_schedule');
});

test('skill.get gives the file and what the machine makes of it', async () => {
  proves('FIELD-skill-file', 'WIRE-front-matter');
  const { cloud, folder } = await startTestMachine({ skills: { quick: shellSkill('true') } });
  const { result } = await cloud.send('skill.get', { skill: 'quick' });
  expect(result).toMatchObject({ skill: 'quick', summary: { name: 'quick', runner: 'shell' } });
  const { content } = result as { content: string };
  expect(content).toBe(await readFile(join(folder, 'skills', 'quick', 'SKILL.md'), 'utf8'));
  expect(content).toMatch(/^---\nname: quick\ndescription: .+\nfleet:[\s\S]*```sh\ntrue\n```/);
  for (const skill of ['none', '..', '../../etc']) {
    expect((await cloud.send('skill.get', { skill })).error?.code).toBe('unknown_skill');
  }
});
