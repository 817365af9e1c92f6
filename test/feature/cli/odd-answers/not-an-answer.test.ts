import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts';

const TEXT = { type: 'string' };
const tool = (name: string, members: object = {}) => ({
  name,
  class: name.startsWith('get_') ? 'read' : 'write',
  input_schema: { type: 'object', properties: { machine: TEXT, job: TEXT, ...members } },
});
const WAITS = { wait_seconds: { type: 'integer' } };

const STARTS = ['run_skill', 'test_skill', 'replay_job'];
const WORKS = [...STARTS, 'send_command', 'answer_job', 'cancel_job', 'replay_delivery', 'deploy'];

let service: ScriptedService;
let answer: unknown;
let status = 200;
/** What was asked for after the operation. */
let looks: string[] = [];

beforeAll(async () => {
  service = await startScriptedService({
    tools: [
      ...WORKS.map((name) => tool(name, { ...WAITS, answer: TEXT })),
      tool('get_skill', WAITS),
      tool('rename_it'),
    ],
    answer: ({ method, path }) => {
      if (method === 'POST') return { status, body: answer as object };
      if (path.endsWith('/machines')) return { body: { machines: [{ id: 'm_1', name: 'm1' }] } };
      const [place = ''] = path.split('?');
      looks.push(place);
      return path.includes('/commands/')
        ? { body: { id: basename(place), status: 'failed' } }
        : { body: { id: 'job_1', state: 'failed', status: 'failed' } };
    },
  });
});
afterAll(() => service.stop());

async function run(args: readonly string[], body: unknown) {
  [answer, looks] = [body, []];
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  return runFleet([...args], { env });
}

const words = (operation: string) => operation.replaceAll('_', '-');
const PROBLEM = { type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict' };
const NOTHING = [{}, 'null', '[]', '"done"', PROBLEM];

test.each(NOTHING)('%j is no answer of what sets work going', async (body) => {
  proves('UI-not-an-answer');
  // Every operation with one of them, and one that starts a job, one that does not and a read with each.
  const operations = body === PROBLEM ? WORKS : ['run_skill', 'deploy'];
  const calls = [
    ...[...operations, 'get_skill'].map((operation) => [words(operation), '--follow']),
    ['run-skill', '--wait-seconds', '2'],
    // What tells that it was not done is no answer, also where nobody waits for the end.
    ...(body === PROBLEM ? [['run-skill'], ['cancel-job'], ['rename-it']] : []),
    ...(body === 'null' ? [['run-skill'], ['cancel-job']] : []),
  ];
  const runs = calls.map((call) => run(['cloud', ...call, '--yes'], body));
  for (const [at, { code, stderr, stdout }] of (await Promise.all(runs)).entries()) {
    expect([calls[at], code, stdout]).toEqual([calls[at], 7, '']);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'not_the_service', exit_code: 7 });
  }
});

test.each<{ ok?: boolean; state?: string; status?: string }>([
  { ok: false },
  { state: 'done' },
  { status: 'succeeded' },
  { state: 'FAILED' },
])('%j is no answer of what starts a job: it names none', async (body) => {
  proves('UI-not-an-answer');
  for (const operation of 'ok' in body ? STARTS : ['run_skill']) {
    const { code, stderr } = await run(['cloud', words(operation), '--yes', '--follow'], body);
    expect([operation, code]).toEqual([operation, 7]);
    expect(JSON.parse(stderr).error.request_id).toBeDefined();
  }
  if (body.status === undefined) return;
  expect((await run(['cloud', 'send-command', '--yes', '--follow'], body)).code).toBe(7);
});

test.each<[string, number]>([
  ['run_skill', 7],
  ['replay_job', 7],
  ['send_command', 7],
  ['cancel_job', 0],
  ['deploy', 0],
  // Only what acts can be done without a word.
  ['get_skill', 7],
])(
  '204 without content of %s ends with %d: what names its work is not done by it',
  async (...of) => {
    proves('UI-not-an-answer');
    const [operation, exitCode] = of;
    status = 204;
    // A script goes on after it, also where nobody waits for the end.
    const calls = [['--follow'], []].map((more) =>
      run(['cloud', words(operation), '--yes', ...more], ''),
    );
    const ended = await Promise.all(calls).finally(() => {
      status = 200;
    });
    for (const { code, stdout } of ended) expect([code, stdout]).toEqual([exitCode, '']);
  },
);

test.each<[string, unknown, number]>([
  ['deploy', [{ host: 'a', state: 'done' }], 0],
  [
    'deploy',
    [
      { host: 'a', state: 'done' },
      { host: 'b', state: 'failed' },
    ],
    9,
  ],
  ['deploy', [{}, { error: 'no host' }], 9],
  ['deploy', [{ host: 'a', state: 'needs_input' }], 10],
  ['get_skill', [{ state: 'failed' }], 0],
  ['get_skill', ['# text'], 0],
])('of %s, %j is the answer and ends with %d', async (operation, body, exitCode) => {
  proves('UI-not-an-answer');
  const { code, stdout } = await run(['cloud', words(operation), '--yes', '--follow'], body);
  expect([code, JSON.parse(stdout)]).toEqual([exitCode, body]);
});

test.each<[string, unknown, string]>([
  ['run_skill', [{ job: 'job_1', state: 'done' }], 'names no job and no command'],
  ['deploy', ['done'], 'is no object and no list of objects'],
  ['deploy', '"done"', 'is no object and no list of objects'],
  ['deploy', [null, {}], 'has nothing in it'],
  ['deploy', [PROBLEM], 'is a problem'],
  ['get_skill', [null], 'has nothing in it'],
])('of %s, %j is none, and why is told', async (operation, body, why) => {
  proves('UI-not-an-answer');
  const { code, stderr } = await run(['cloud', words(operation), '--yes', '--follow'], body);
  expect([code, JSON.parse(stderr).error.detail]).toEqual([
    7,
    `The response to ${operation} ${why}.`,
  ]);
});

test('what is read may have a status and a title of its own', async () => {
  proves('UI-not-an-answer');
  const body = { url: 'https://example.org', status: 404, title: 'Not here' };
  const call = ['cloud', 'get-skill', '--follow'];
  expect(JSON.parse((await run(call, body)).stdout)).toEqual(body);
  expect((await run(call, { ...body, code: 'not_found' })).code).toBe(7);
  expect((await run(['cloud', 'deploy', '--yes', '--follow'], body)).code).toBe(7);
});

const JOB = '/api/v1/jobs/job_1';
const COMMAND = '/api/v1/commands/cmd_1';

test.each<[string, object, string]>([
  ['run_skill', { pending: 'true', job: 'job_1' }, JOB],
  ['run_skill', { job: 'job_1', command_id: 'cmd_1' }, JOB],
  ['run_skill', { job: { id: 'job_1', status: 'running' } }, JOB],
  ['run_skill', { job: 'job_1', command: { id: 'cmd_1', status: 'succeeded' } }, JOB],
  ['run_skill', { command_id: 'cmd_1', status: 'succeeded' }, COMMAND],
  ['run_skill', { id: 'job_1', state: 'queued' }, JOB],
  ['replay_job', { id: 'job_1', state: 'cancelled' }, JOB],
  ['test_skill', { id: 'cmd_1', status: 'running' }, COMMAND],
  ['send_command', { id: 'cmd_1', type: 'ping' }, COMMAND],
  ['send_command', { command: { id: 'cmd_1', status: 'delivered' } }, COMMAND],
  ['answer_job', { delivered: true }, JOB],
  ['deploy', { command_id: 'cmd_1', status: 'delivered' }, COMMAND],
])('what a finished response of %s names and does not end is followed: %j', async (...of) => {
  proves('UI-not-an-answer');
  const [operation, body, path] = of;
  const call = ['cloud', words(operation), '--yes', '--job', 'job_1'];
  const followed = await run([...call, '--follow', '--follow-timeout', '20s'], body);
  expect([followed.code, looks.at(-1)]).toEqual([9, path]);
  if (operation === 'answer_job' || !('command_id' in body)) return;
  const waited = await run([...call, '--wait-seconds', '1'], body);
  expect([waited.code, waited.stderr]).toEqual([8, expect.stringContaining('Follow it with')]);
});

test.each<[string, object, number]>([
  ['run_skill', { id: 'job_1', state: 'done' }, 0],
  ['run_skill', { job: { id: 'job_1', status: 'succeeded' } }, 0],
  ['run_skill', { job: 'job_1', status: 'succeeded' }, 0],
  ['run_skill', { error: { code: 'x', message: 'no' } }, 9],
  ['send_command', { id: 'cmd_1', type: 'ping', status: 'succeeded' }, 0],
  ['send_command', { status: 'succeeded', result: { pong: true } }, 0],
  ['cancel_job', { job: 'job_1', status: 'cancelled' }, 0],
  ['deploy', { id: 'dep_1', status: 'active' }, 0],
  ['rename_it', {}, 0],
])('an answer of %s stays one: %j', async (operation, body, exitCode) => {
  proves('UI-not-an-answer');
  const { code, stdout } = await run(['cloud', words(operation), '--yes', '--follow'], body);
  expect([code, JSON.parse(stdout), looks]).toEqual([exitCode, body, []]);
});

test('of each machine what answers nothing may have run', async () => {
  proves('UI-not-an-answer');
  const call = ['each', '--machine', 'm1', '-o', 'jsonl', '--', 'run-skill', '--follow'];
  for (const body of NOTHING) {
    const { code, stdout } = await run(call, body);
    expect([code, JSON.parse(stdout)]).toMatchObject([7, { result: 'unknown', sent: 'unknown' }]);
  }
  const refused = await run(
    call.filter((word) => word !== '--follow'),
    PROBLEM,
  );
  expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([7, { sent: 'unknown' }]);
  const { code, stdout } = await run(call, { job: 'job_1' });
  expect([code, JSON.parse(stdout)]).toMatchObject([9, { result: 'failed', sent: 'yes' }]);
});
