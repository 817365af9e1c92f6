import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shellSkill, writeMachineFolder } from '../../../support/machine/machine-folder.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet, startFleet } from '../../../support/run-fleet.ts';
import { problemResponse, startScriptedService } from '../../../support/scripted-service.ts';
import { startWholeFleet } from '../../../support/whole-fleet.ts';

test('the output of a job is plain text, also while it runs; a machine has a log of its own', async () => {
  proves('UI-logs', 'UI-follow-output');
  const { machine, server } = await startWholeFleet((folder) => {
    const script = `echo one; echo wrong >&2\nwhile [ ! -e "${folder}/go" ]; do sleep 0.05; done\necho two`;
    return writeMachineFolder(folder, { skills: { slow: shellSkill(script) } });
  });
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
  const { body } = await server.tool('run_skill', { machine: 'build-01', skill: 'slow' });
  const status = async () => (await server.tool('get_job', { job: body.job })).body.status;
  await expect.poll(status).toBe('running');
  const child = startFleet(['job', 'logs', body.job, '-f'], { env });
  let followed = '';
  child.stdout.on('data', (chunk) => {
    followed += chunk;
  });
  await expect.poll(() => followed).toBe('one\n');
  const errors = await runFleet(['job', 'logs', body.job, '--stderr'], { env });
  expect(errors).toMatchObject({ code: 0, stdout: 'wrong\n', stderr: '' });
  await writeFile(join(machine.folder, 'go'), '');
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  expect(followed).toBe('one\ntwo\n');
  const log = await runFleet(['logs', 'build-01', '--lines', '2'], { env });
  expect({ code: log.code, stderr: log.stderr }).toEqual({ code: 0, stderr: '' });
  expect(log.stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
  expect(log.stdout).toMatch(/\S\n$/);
  expect(await runFleet(['logs', 'build-01', '--lines', '0'], { env })).toMatchObject({ code: 2 });
}, 60_000);

test('--follow tells the lines that were asked for first, and ends at its time as what goes on', async () => {
  proves('UI-logs');
  const log = Array.from({ length: 137 }, (_, at) => `line ${at + 1}\n`);
  const service = await startScriptedService({
    tools: [],
    answer({ body }) {
      const lines = log.slice(-JSON.parse(body).args.lines).join('');
      return { body: { command: { id: 'cmd_1', status: 'succeeded', result: { lines } } } };
    },
  });
  onTestFinished(service.stop);
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'fleet_key_logs' };
  const three = await runFleet(['logs', 'build-01', '--lines', '3'], { env });
  expect([three.code, three.stdout]).toEqual([0, 'line 135\nline 136\nline 137\n']);
  // Before there is time for a second look.
  const follow = ['logs', 'build-01', '--follow', '--follow-timeout', '4s'];
  const all = await runFleet(follow, { env });
  expect([all.code, all.stdout]).toEqual([8, log.slice(-100).join('')]);
}, 60_000);

test('--follow waits for a job that has written nothing yet, and ends with its end where it never does', async () => {
  proves('UI-logs', 'UI-follow-output');
  let looks = 0;
  let written = 'one\n';
  const service = await startScriptedService({
    tools: [],
    answer({ method }) {
      if (method !== 'POST') {
        looks += 1;
        const [state, status] = looks < 2 ? ['in_progress', 'queued'] : ['failed', 'cancelled'];
        return { body: { id: 'job_1', state, status } };
      }
      // A job that waits for its turn on the machine has no such file.
      if (looks < 2 || written === '') return problemResponse(404, 'not_found');
      return { body: { content: written, truncated: false } };
    },
  });
  onTestFinished(service.stop);
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'fleet_key_logs' };
  const followed = await runFleet(['job', 'logs', 'job_1', '--follow'], { env });
  expect(followed).toMatchObject({ code: 9, stdout: 'one\n' });
  looks = 0;
  written = '';
  const silent = await runFleet(['job', 'logs', 'job_1', '--follow'], { env });
  expect(silent).toMatchObject({ code: 9, stdout: '' });
  expect(silent.stderr).toBe('The machine has no stdout of this job.\n');
  expect(await runFleet(['job', 'logs', 'job_1'], { env })).toMatchObject({ code: 6, stdout: '' });
}, 60_000);

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `test ${from + at} passed in 3 ms\n`).join('');

test('a beginning that was over before the first look is told as missing at the end', async () => {
  proves('UI-logs-missing');
  let looks = 0;
  const service = await startScriptedService({
    tools: [],
    answer({ method, path }) {
      if (path.endsWith('/watch_job')) return { body: {} };
      if (method === 'POST' && looks === 0) return problemResponse(404, 'not_found');
      if (method === 'POST') return { body: { content: lines(0, 610), truncated: false } };
      looks += 1;
      const output = { stream: 'stdout', text: lines(500, 600) };
      const [state, status] = looks < 2 ? ['in_progress', 'running'] : ['done', 'succeeded'];
      return { body: { id: 'job_1', state, status, output } };
    },
  });
  onTestFinished(service.stop);
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'fleet_key_logs' };
  const run = await runFleet(['job', 'logs', 'job_1', '--follow'], { env });
  expect([run.code, run.stdout]).toEqual([0, lines(500, 610)]);
  expect(run.stderr).toContain('Some of it is missing');
}, 60_000);

test('where more was written than can be followed, that shows there and at the end', async () => {
  proves('UI-logs-missing');
  let looks = 0;
  const service = await startScriptedService({
    tools: [],
    answer({ method, path }) {
      if (path.endsWith('/watch_job')) return { body: {} };
      // The next piece begins within a line that ends as what was printed does.
      const text = lines(500, 600).slice(5);
      if (method === 'POST') {
        return { body: { content: looks === 0 ? lines(0, 9) : lines(0, 610), truncated: false } };
      }
      looks += 1;
      const output = { stream: 'stdout', text };
      return looks < 2
        ? { body: { id: 'job_1', state: 'in_progress', status: 'running', output } }
        : { body: { id: 'job_1', state: 'done', status: 'succeeded', output } };
    },
  });
  onTestFinished(service.stop);
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'fleet_key_logs' };
  const run = await runFleet(['job', 'logs', 'job_1', '--follow'], { env });
  const gap = '\n[some output is missing here]\n';
  const wanted = `${lines(0, 9)}${gap}${lines(500, 600).slice(5)}${lines(600, 610)}`;
  expect([run.code, run.stdout]).toEqual([0, wanted]);
  expect(run.stderr).toContain(
    'Some of it is missing, where the job wrote more than can be followed.',
  );
}, 60_000);

const PENDING = { pending: true, command_id: 'cmd_1' };
const ENDS = [
  { command: { id: 'cmd_1', status: 'pending' }, code: 8, says: 'has not answered yet' },
  { command: { id: 'cmd_1', status: 'expired' }, code: 9, says: 'expired' },
  {
    command: { id: 'cmd_1', status: 'failed', error: { code: 'gone', message: 'no such file' } },
    code: 9,
    says: 'no such file',
  },
  { command: { id: 'cmd_1', status: 'succeeded', result: {} }, code: 9, says: 'did not send' },
] as const;

test('a log that did not come is a failure, and not an empty log', async () => {
  proves('UI-logs-missing');
  let command: object = {};
  const service = await startScriptedService({
    tools: [],
    answer: ({ method }) =>
      method === 'POST' ? { status: 202, body: PENDING } : { body: { command } },
  });
  onTestFinished(service.stop);
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'fleet_key_logs' };
  const soon = ['--follow-timeout', '1s', '--quiet'];
  for (const end of ENDS) {
    command = end.command;
    const runs = [
      ['job', 'logs', 'job_38ftrj3c400'],
      ['logs', 'build-01'],
    ].map((args) => runFleet([...args, ...soon], { env }));
    for (const { code, stderr, stdout } of await Promise.all(runs)) {
      expect({ code, stdout }).toEqual({ code: end.code, stdout: '' });
      expect(stderr).toContain(end.says);
    }
  }
}, 60_000);

test('a machine that does not answer at once is said to be waited for, and not with --quiet', async () => {
  proves('UI-logs');
  const service = await startScriptedService({
    tools: [],
    answer: ({ method }) =>
      method === 'POST'
        ? { status: 202, body: PENDING }
        : { body: { command: { id: 'cmd_1', status: 'pending' } } },
  });
  onTestFinished(service.stop);
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'fleet_key_logs' };
  const told = async (args: readonly string[]) =>
    (await runFleet([...args, '--follow-timeout', '1s'], { env })).stderr.split('\n')[0];
  expect(await told(['logs', 'build-01'])).toBe('build-01 has not answered yet; waiting for it');
  expect(await told(['logs', 'build-01', '--follow'])).toContain('build-01 has not answered yet');
  expect(await told(['job', 'logs', 'job_1'])).toContain('machine of job_1 has not answered yet');
  expect(await told(['logs', 'build-01', '--quiet'])).toContain('"still_pending"');
}, 60_000);

const KEY = 'fleet_key_logs';
const UNTRUE = { code: KEY, message: `refused with ${KEY}` };

test.each([
  { first: { status: 202, body: PENDING }, error: UNTRUE },
  { first: { status: 202, body: PENDING }, error: `refused with ${KEY}` },
  { first: { body: { command: { id: 'cmd_1', status: 'failed', error: UNTRUE } } }, error: '' },
])(
  'what a machine says is told without the key (%#)',
  async (answer) => {
    proves('UI-keys-hidden');
    const service = await startScriptedService({
      tools: [],
      answer: ({ method }) =>
        method === 'POST'
          ? answer.first
          : { body: { id: 'cmd_1', status: 'failed', error: answer.error } },
    });
    onTestFinished(service.stop);
    const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: KEY };
    const { code, stderr } = await runFleet(['logs', 'build-01'], { env });
    const last = stderr.trimEnd().split('\n').at(-1) ?? '';
    expect([code, JSON.parse(last).error.detail]).toEqual([9, 'refused with [key]']);
    expect(stderr).not.toContain(KEY);
  },
  60_000,
);
