import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts';

const TEXTS = { job: { type: 'string' }, view: { type: 'string' }, sort: { type: 'string' } };
const tool = (name: string, operationClass: string) => ({
  name,
  class: operationClass,
  input_schema: { type: 'object', properties: TEXTS },
});
const PENDING: Readonly<Record<string, object>> = {
  run_skill: { pending: true, command_id: 'cmd_1', job: 'job_1' },
  send_it: { pending: true, command_id: 'cmd_1' },
};

let service: ScriptedService;
let answer: unknown;

beforeAll(async () => {
  const reads = ['get_job', 'list_inbox', 'list_jobs', 'list_machines', 'describe_cloud'];
  service = await startScriptedService({
    tools: [
      ...reads.map((name) => tool(name, 'read')),
      tool('run_skill', 'write'),
      tool('send_it', 'write'),
    ],
    answer: ({ path }) =>
      Object.hasOwn(PENDING, basename(path))
        ? { status: 202, body: PENDING[basename(path)] }
        : { body: answer as object },
  });
});
afterAll(() => service.stop());

async function run(args: readonly string[], body: unknown) {
  answer = body;
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  return runFleet([...args], { env });
}

const NO_ANSWERS = [{}, 'null', { error: { code: 'internal', message: 'database is away' } }];

test.each(NO_ANSWERS)('a follow goes on where %j comes in the place of the job', async (body) => {
  proves('UI-not-what-was-asked');
  for (const more of [[], ['-o', 'jsonl']]) {
    const { code, stdout } = await run(
      ['job', 'follow', 'job_1', '--follow-timeout', '1s', ...more],
      body,
    );
    expect([code, stdout]).toEqual([8, expect.not.stringContaining('did nothing')]);
  }
});

test.each([
  { id: 'job_2', state: 'done', status: 'succeeded' },
  { job: { id: 'job_2', state: 'done', status: 'succeeded' } },
])('another job, as %j, is not taken for the one that was asked for', async (body) => {
  proves('UI-not-what-was-asked');
  const follow = await run(['job', 'follow', 'job_1'], body);
  expect([follow.code, JSON.parse(follow.stderr).error.code]).toEqual([7, 'not_the_service']);
  expect(follow.stderr).toContain('job_2');
  const sent = await run(['cloud', 'run-skill', '--follow'], body);
  expect([sent.code, JSON.parse(sent.stderr).error.job]).toEqual([8, 'job_1']);
});

test.each([
  { status: 'succeeded' },
  { state: 'done', status: 'succeeded' },
  { job: { state: 'done' } },
  { status: 'failed', error: 'database is away' },
  { status: 'error' },
])('an end without an id, as %j, is not taken for that of the job', async (body) => {
  proves('UI-not-what-was-asked');
  const follow = await run(['job', 'follow', 'job_1'], body);
  expect([follow.code, JSON.parse(follow.stderr).error.code]).toEqual([7, 'not_the_service']);
  const events = (await run(['job', 'follow', 'job_1', '-o', 'jsonl'], body)).stdout;
  expect(events.split('\n', 1).map((line) => JSON.parse(line))).toMatchObject([
    { event: 'end', exit_code: 7 },
  ]);
  if (!('state' in body)) return;
  const sent = await run(['cloud', 'run-skill', '--follow'], body);
  expect([sent.code, JSON.parse(sent.stderr).error.job]).toEqual([8, 'job_1']);
});

test.each([
  [{ command: { status: 'succeeded', result: {} } }, 8],
  [{ command_id: 'cmd_2', status: 'succeeded', result: {} }, 8],
  [{ command_id: 'cmd_1', status: 'succeeded', result: {} }, 0],
  [{ command: { id: 'cmd_1', status: 'failed' } }, 9],
])('of a command, %j ends with %d', async (body, exitCode) => {
  proves('UI-not-what-was-asked');
  expect((await run(['cloud', 'send-it', '--follow'], body)).code).toBe(exitCode);
});

test('a job may be asked for by what its machine calls it', async () => {
  proves('UI-not-what-was-asked');
  const body = { id: 'job_2', machine_job_id: 'job_1', state: 'done', status: 'succeeded' };
  expect((await run(['job', 'follow', 'job_1'], body)).code).toBe(0);
});

const NOT_A_LIST = /The service did not send the list/;

const LISTS = [
  ['watch', '--until', 'idle'],
  ['watch', 'jobs', '--until', 'idle'],
  ['watch', 'machines', '--until', 'online'],
  ['inbox'],
  ['inbox', '--all'],
  ['inbox', '-o', 'table'],
];

test.each(LISTS)('%j %j: no list is a failure, and no empty list', async (...args) => {
  proves('UI-not-what-was-asked');
  const problem = { title: 'Internal', status: 500, errors: [{ detail: 'database is away' }] };
  const others = [...NO_ANSWERS, { jobs: null, machines: null }, { jobs: 'none' }];
  // What each reads the list with is the same, and so is what it makes of no list.
  const isOne = args.length === 1 || args[1] === 'jobs';
  for (const body of isOne ? [...others, problem] : [problem]) {
    const { code, stderr } = await run(args, body);
    expect([body, code, stderr]).toEqual([body, 7, expect.stringMatching(NOT_A_LIST)]);
  }
});

test('rows that are no records are no list to wait for', async () => {
  proves('UI-not-what-was-asked');
  const { code } = await run(['watch', 'jobs', '--until', 'idle'], { jobs: ['job_1'] });
  expect(code).toBe(7);
});

test.each(NO_ANSWERS)('a status out of %j is none', async (body) => {
  proves('UI-not-what-was-asked');
  const forms = [
    ['-o', 'table'],
    ['--query', 'counts.waiting'],
  ];
  for (const more of [[], ...(body === 'null' ? forms : [])]) {
    const { code, stdout } = await run(['status', ...more], body);
    expect([code, stdout]).toEqual([7, '']);
  }
});

test('an empty list is one', async () => {
  proves('UI-not-what-was-asked');
  const body = { jobs: [], next_before: null };
  expect((await run(['watch', 'jobs', '--until', 'idle'], body)).code).toBe(0);
  expect((await run(['inbox'], body)).code).toBe(0);
});
