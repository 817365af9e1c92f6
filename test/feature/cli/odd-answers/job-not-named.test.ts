import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts';

const TEXT = { type: 'string' };
const properties = { machine: TEXT, job: TEXT, command: TEXT, wait_seconds: { type: 'integer' } };
const STARTS = ['run_skill', 'test_skill', 'replay_job'];
const OTHERS = ['send_command', 'replay_delivery', 'cancel_job', 'deploy'];

let service: ScriptedService;
let command: object = {};
let looks: string[] = [];

beforeAll(async () => {
  service = await startScriptedService({
    tools: [...STARTS, ...OTHERS, 'get_command'].map((name) => ({
      name,
      class: name === 'get_command' ? 'read' : 'write',
      input_schema: { type: 'object', properties },
    })),
    answer: ({ path }) => {
      if (path.endsWith('/machines')) return { body: { machines: [{ id: 'm_1', name: 'm1' }] } };
      const [place = ''] = path.split('?');
      if (path.includes('/jobs/')) {
        looks.push(basename(place));
        return { body: { id: basename(place), state: 'failed', status: 'failed' } };
      }
      const isLook = path.includes('/commands/') || path.endsWith('/get_command');
      return isLook
        ? { body: command }
        : { status: 202, body: { pending: true, command_id: 'c1' } };
    },
  });
});
afterAll(() => service.stop());

async function run(args: readonly string[], record: object) {
  [command, looks] = [{ id: 'c1', status: 'succeeded', ...record }, []];
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  return runFleet([...args], { env });
}

const call = (operation: string) => ['cloud', operation.replaceAll('_', '-'), '--yes', '--follow'];

test.each<[{ type?: string; result?: object | null }]>([
  [{}],
  [{ result: null }],
  [{ result: { state: 'failed' } }],
  [{ result: { job_uuid: 'job_1' } }],
  [{ type: 'ping', result: { pong: true } }],
])('a command that is done and names no job is not the end of one: %j', async (record) => {
  proves('UI-job-not-named');
  // Which operations start a job is one list, which the last row goes through.
  for (const operation of record.type === undefined ? ['run_skill'] : STARTS) {
    const { code, stderr, stdout } = await run(call(operation), record);
    expect([operation, code, stdout]).toEqual([operation, 7, '']);
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error).toMatchObject({
      code: 'not_the_service',
      command_id: 'c1',
      advice: expect.stringContaining('fleet cloud list-jobs'),
    });
  }
});

test('the command itself is followed by the same rule, and so are those of many machines', async () => {
  proves('UI-job-not-named');
  for (const type of ['job.run', 'job.replay', 'skill.test']) {
    const followed = await run([...call('get_command'), '--command', 'c1'], { type, result: {} });
    expect([type, followed.code, followed.stdout]).toEqual([type, 7, '']);
  }
  const each = ['each', '--machine', 'm1', '-o', 'jsonl', '--', 'run-skill', '--follow'];
  const { code, stdout } = await run(each, { type: 'job.run', result: {} });
  expect([code, JSON.parse(stdout)]).toMatchObject([
    7,
    { result: 'accepted', sent: 'yes', command: 'c1', error: { code: 'not_the_service' } },
  ]);
});

test.each<[string, object, string]>([
  ['run_skill', { result: { machine_job_id: 'j-1' } }, 'j-1'],
  ['run_skill', { job: 'job_2', result: {} }, 'job_2'],
  ['test_skill', { job: 'job_2' }, 'job_2'],
  ['get_command', { type: 'job.run', job: 'job_2' }, 'job_2'],
  // What a replay is about may be the job that is replayed.
  ['replay_job', { job: 'job_2', result: { job: 'job_3' } }, 'job_3'],
])('the job that the command of %s names is followed: %j', async (operation, record, job) => {
  proves('UI-job-not-named');
  const { code } = await run([...call(operation), '--command', 'c1'], record);
  expect([code, looks]).toEqual([9, [job]]);
});

test('the job that is replayed is not taken for the new one', async () => {
  proves('UI-job-not-named');
  const { code } = await run(call('replay_job'), { job: 'job_2', result: {} });
  expect([code, looks]).toEqual([7, []]);
});

test.each([...STARTS, ...OTHERS])(
  'an error beside succeeded is no success: %s',
  async (operation) => {
    proves('UI-job-not-named');
    const error = { code: 'no_space', message: 'The disk is full.' };
    const result = STARTS.includes(operation) ? { job: 'job_1' } : {};
    expect((await run(call(operation), { error, result })).code).toBe(9);
    if (operation !== 'deploy') return;
    expect((await run(call(operation), { error })).code).toBe(9);
    expect((await run(call(operation), { error: null, result: {} })).code).toBe(0);
  },
);
