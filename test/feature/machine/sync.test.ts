import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMachine } from '../../../src/machine/start.ts';
import { TOKEN } from '../../support/machine/fake-cloud.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

test('the first sync tells everything, later ones only what changed', async () => {
  const { cloud, machine } = await startTestMachine({
    config:
      'mode: control\ndeny: [update.*]\nchecks: [{ name: a, state: failing, message: b, fix: c }]\n',
    skills: { good: shellSkill('true'), Bad: 'x', odd: '  runner: magic\n---\n' },
  });
  await machine.ready;
  const [first] = cloud.syncs;
  expect(first).toMatchObject({ wait_seconds: 0, holding: [], events_waiting: 0 });
  expect(first?.report).toMatchObject({
    hostname: 'host-1',
    policy: { mode: 'control', allow: [], deny: ['update.*'] },
    skills: [{ name: 'good', runner: 'shell' }],
    broken_skills: [{ name: 'Bad' }, { name: 'odd' }],
  });
  expect(first?.report?.broken_skills[1]?.error).toMatch(/^line 5: fleet.runner: /);
  expect(first?.report?.checks.at(-1)).toEqual({
    name: 'a',
    state: 'failing',
    message: 'b',
    fix: 'c',
  });
  await cloud.send('ping');
  await cloud.send('ping');
  expect(cloud.syncs.slice(1).filter(({ report }) => report !== undefined)).toEqual([]);
  const held = cloud.syncs.filter(({ wait_seconds }) => wait_seconds > 0);
  expect(held[0]).toMatchObject({ wait_seconds: 25, jobs: [], results: [] });
});

test('a result is told again until a sync was answered, and then no more', async () => {
  const { cloud, machine, pass } = await startTestMachine();
  await machine.ready;
  const id = cloud.queue('ping');
  await cloud.resultOf(id);
  await cloud.send('ping');
  expect(cloud.results.get(id)).toHaveLength(1);
  cloud.troubles.push({ status: 500 }, { status: 500 }, { status: 200, body: '<html>' });
  const late = await pass(cloud.send('ping'));
  expect(late.error).toBe(null);
});

test.each([
  ['a status', { status: 503 }],
  ['an answer that is not JSON', { status: 200, body: '<html>no</html>' }],
  ['JSON of another shape', { status: 200, body: '{"commands":[{"id":"../../x"}]}' }],
  ['an empty answer', { status: 200, body: '' }],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
])('%s is no reason to stop', async (_name, trouble) => {
  const { cloud, pass, log, machine } = await startTestMachine();
  await machine.ready;
  cloud.troubles.push(trouble, trouble);
  expect((await pass(cloud.send('ping'))).error).toBe(null);
  expect(log.join('\n')).toContain('sync failed');
});

test('Retry-After is the least that the machine waits', async () => {
  proves('ATTACK-large-syncs');
  const { cloud, clock, machine, pass, log } = await startTestMachine();
  await machine.ready;
  cloud.troubles.push(
    { status: 429, headers: { 'Retry-After': '40' } },
    { status: 503, headers: { 'Retry-After': '40' } },
  );
  const startedAt = clock.now();
  await pass(cloud.send('ping'));
  expect(clock.now() - startedAt).toBeGreaterThanOrEqual(40_000);
  expect(log.join('\n')).toMatch(/next try in 4\d(\.\d)? s: the server responded with 429/);
});

test('a Retry-After of days is asked again within a minute', async () => {
  const { cloud, clock, log, machine, pass } = await startTestMachine();
  await machine.ready;
  cloud.troubles.push(
    { status: 503, headers: { 'Retry-After': '3000000' } },
    { status: 503, headers: { 'Retry-After': '3000000' } },
  );
  const startedAt = clock.now();
  await pass(cloud.send('ping'));
  expect(clock.now() - startedAt).toBeLessThan(130_000);
  expect(log.join('\n')).toMatch(/next try in 6\d(\.\d)? s: the server responded with 503/);
});

test.each(['1.5', '-5'])('a Retry-After of %s is none', async (value) => {
  const { cloud, machine, pass, log } = await startTestMachine();
  await machine.ready;
  cloud.troubles.push({ status: 503, headers: { 'Retry-After': value } });
  await pass(cloud.send('ping'));
  expect(log.join('\n')).toMatch(/next try in 0\.[345] s: the server responded with 503/);
});

test('a token that the server does not take ends the machine with a clear message', async () => {
  const { cloud } = await startTestMachine();
  const folder = await mkdtemp(join(tmpdir(), 'fleet-machine-'));
  const machine = startMachine({ baseUrl: cloud.baseUrl, token: 'fleet_wrong_token_0000', folder });
  await expect(machine.done).rejects.toMatchObject({
    kind: 'no_key',
    facts: { code: 'invalid_machine_token', status: 401 },
  });
  await expect(machine.ready).rejects.toThrow('disconnected');
  await machine.stop();
});

test('an empty folder becomes a machine that only looks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-machine-'));
  const { cloud } = await startTestMachine();
  const machine = startMachine({ baseUrl: cloud.baseUrl, token: TOKEN, folder });
  await machine.ready;
  expect((await readdir(folder)).sort()).toEqual(['fleet.yaml', 'jobs', 'skills', 'state']);
  expect(await readFile(join(folder, 'fleet.yaml'), 'utf8')).toContain('\nmode: observe\n');
  await machine.stop();
  await machine.done;
});

test('two machines never work in one folder', async () => {
  const { cloud, folder, machine } = await startTestMachine();
  await machine.ready;
  const second = startMachine({ baseUrl: cloud.baseUrl, token: TOKEN, folder });
  await expect(second.done).rejects.toMatchObject({ facts: { code: 'folder_in_use' } });
});

test.each([
  ['not a url', 'usage'],
  ['ftp://127.0.0.1/', 'usage'],
  ['http://example.com/', 'usage'],
  ['https://user:word@example.com/', 'usage'],
])('the token is not sent to %s', async (baseUrl, kind) => {
  const machine = startMachine({ baseUrl, token: TOKEN, folder: '/nonexistent/fleet' });
  await expect(machine.done).rejects.toMatchObject({ kind });
});

test.each([
  ['mode: contrl', 'line 2: mode: must be observe or control'],
  [
    '\tmode: observe',
    'line 2, column 1: begins with a tab; only spaces may stand before a setting',
  ],
  [
    'mode: *all',
    'line 2: *all has no &all above it; a value that begins with * has to stand in quotes',
  ],
])('a fleet.yaml that is wrong at the start is named with its line: %s', async (line, detail) => {
  const { machine } = await startTestMachine({ config: `# settings\n${line}\n` });
  await expect(machine.done).rejects.toMatchObject({ facts: { code: 'invalid_config', detail } });
});

test('a journal that cannot be read stops the start and is named', async () => {
  const { cloud, folder, machine, pass } = await startTestMachine();
  await machine.ready;
  await pass(machine.stop());
  await writeFile(join(folder, 'state', 'commands', 'cmd_9.json'), '{"command":');
  const second = startMachine({ baseUrl: cloud.baseUrl, token: TOKEN, folder });
  await expect(second.done).rejects.toMatchObject({
    facts: { code: 'invalid_journal', detail: join(folder, 'state', 'commands', 'cmd_9.json') },
  });
  await rm(join(folder, 'state', 'commands', 'cmd_9.json'));
  const third = startMachine({ baseUrl: cloud.baseUrl, token: TOKEN, folder });
  await third.ready;
  await third.stop();
});

test('a command that comes again, even after its result was taken, is not run again', async () => {
  const { cloud, machine, pass } = await startTestMachine({
    skills: {
      nightly:
        '  runner: agent_a\n  schedule: { cron: "0 5 * * *" }\n  script: [{ say: hi }]\n---\n',
    },
  });
  await machine.ready;
  cloud.stubborn = true;
  const run = cloud.queue('schedule.run', { name: 'nightly' });
  await cloud.resultOf(run);
  const seen = cloud.syncs.length;
  await pass(cloud.until(() => (cloud.syncs.length > seen + 10 ? true : undefined)));
  expect(cloud.results.get(run)).toHaveLength(1);
  const { result } = await pass(cloud.send('job.list'));
  expect(result).toMatchObject({ jobs: [{ skill: 'nightly' }] });
  expect(cloud.jobs.size).toBe(1);
});

test('a cloud that never holds is asked at its own pace, not in a loop', async () => {
  const { cloud, clock, machine, pass } = await startTestMachine({ skills: {} });
  await machine.ready;
  cloud.stubborn = true;
  await cloud.send('update.install');
  const seen = cloud.syncs.length;
  const startedAt = clock.now();
  await pass(cloud.until(() => (cloud.syncs.length > seen + 10 ? true : undefined)));
  expect(clock.now() - startedAt).toBeGreaterThan(60_000);
});

test('a job is told until a sync was answered, and then no more', async () => {
  const { cloud, pass } = await startTestMachine({ skills: { quick: shellSkill('true') } });
  await cloud.job(await cloud.run('quick'), ({ status }) => status === 'succeeded');
  const seen = cloud.syncs.length;
  await cloud.send('ping');
  await cloud.send('ping');
  expect(cloud.syncs.slice(seen).flatMap(({ jobs }) => jobs)).toEqual([]);
  cloud.troubles.push({ status: 500 }, { status: 500 }, { status: 500 });
  const id = await pass(cloud.run('quick'));
  await pass(cloud.job(id, ({ status }) => status === 'succeeded'));
});

test('when it stops the machine ends its jobs and says so', async () => {
  const { cloud, machine, pass } = await startTestMachine({
    skills: { long: shellSkill('sleep 600') },
  });
  const id = await cloud.run('long');
  await cloud.job(id, ({ status }) => status === 'running');
  await pass(machine.stop());
  expect(cloud.jobs.get(id)).toMatchObject({
    status: 'failed',
    failure: { kind: 'machine_stopped' },
  });
});
