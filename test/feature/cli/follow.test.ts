import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INTERFACE, WIRE } from '../../requirements.ts';
import { proves } from '../../support/proves.ts';
import { runFleet, startFleet } from '../../support/run-fleet.ts';
import {
  problemResponse,
  type ScriptedResponse,
  type ScriptedService,
  startScriptedService,
} from '../../support/scripted-service.ts';

const waiting = (wait?: { readonly default: number }) => ({
  type: 'object',
  properties: {
    wait_seconds: { type: 'integer', minimum: 0, maximum: 60, ...wait },
    job: { type: 'string' },
    ends: { type: 'string' },
  },
});
const TOOLS = [
  { name: 'start_it', class: 'write', input_schema: waiting() },
  { name: 'save_it', class: 'write', input_schema: waiting({ default: 20 }) },
  { name: 'look_at_it', class: 'read', input_schema: waiting() },
  { name: 'list_things', class: 'read', input_schema: { type: 'object' } },
  { name: 'get_job', class: 'read', input_schema: { ...waiting(), required: ['job'] } },
  { name: 'answer_job', class: 'write', input_schema: waiting() },
  { name: 'replay_delivery', class: 'write', input_schema: waiting() },
];

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const JOBS: Readonly<Record<string, object>> = {
  good: { id: 'good', state: 'done', status: 'succeeded', outcome: 'done' },
  bad: { id: 'bad', state: 'failed', status: 'failed', outcome: null },
  asks: { id: 'asks', state: 'needs_input', status: 'waiting', outcome: null },
  runs: { id: 'runs', state: 'in_progress', status: 'running', outcome: null },
  waits: {
    id: 'waits',
    state: 'in_progress',
    status: 'queued',
    outcome: null,
    machine: 'mac_1',
    commands: [{ id: 'cmd_2', status: 'pending', expires_at: inMinutes(9.5) }],
  },
};

const REPLAYS: Readonly<Record<string, ScriptedResponse>> = {
  accepted: { body: { delivery: 'd', command_id: 'c', outcome: 'accepted', job: 'bad' } },
  rejected: { body: { delivery: 'd', command_id: 'c', outcome: 'rejected', job: null } },
  turned: { status: 202, body: { pending: true, command_id: 'turned' } },
};

/** Finished responses, which say in other words than ours that the work has failed. */
const FINISHED: Readonly<Record<string, object>> = {
  denied: { command: { id: 'c1', type: 'ping', status: 'denied', error: { code: 'x' } } },
  timed: { job: { id: 'j1', status: 'timed_out' } },
  undone: { job: 'j1', status: 'failed', outcome: 'not_done' },
  unsaved: { saved: false, error: { code: 'invalid_skill', message: 'no description' } },
};

/** Look-ups that are refused after the action was sent. */
const REFUSED: Readonly<Record<string, readonly [number, string]>> = {
  gone: [404, 'unknown_job'],
  odd: [400, 'invalid_request'],
  revoked: [401, 'invalid_key'],
  forbidden: [403, 'forbidden'],
};
let looks = 0;
let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService({
    tools: TOOLS,
    answer({ body, path }) {
      const [, job = ''] = /\/jobs\/(\w+)/.exec(path) ?? [];
      const [status, code] = REFUSED[job] ?? [];
      if (status !== undefined && code !== undefined) return problemResponse(status, code);
      if (job === 'captive') return { body: '<html>', headers: { 'content-type': 'text/html' } };
      if (job === 'behind') looks += 1;
      if (job === 'behind') {
        return looks < 2
          ? problemResponse(404, 'unknown_job')
          : { body: { ...JOBS['good'], id: job } };
      }
      if (job !== '') return { body: JOBS[job] };
      const { ends = 'runs', job: asked } = JSON.parse(body || '{}');
      if (path.endsWith('/get_job')) return { body: JOBS[asked] };
      if (path.endsWith('/machines/mac_1')) {
        return { body: { name: 'mini-04', status: 'offline', last_seen_at: inMinutes(-185) } };
      }
      const [, command] = /\/commands\/(\w+)/.exec(path) ?? [];
      if (command !== undefined) {
        const result = command === 'turned' ? { outcome: 'rejected' } : { delivered: true };
        return { body: { id: command, status: 'succeeded', result } };
      }
      if (path.endsWith('/answer_job')) {
        if (asked === 'bad') return { body: { job: 'bad', command_id: 'c1', delivered: true } };
        return { status: 202, body: { pending: true, command_id: 'c1', job: asked } };
      }
      if (path.endsWith('/replay_delivery')) return REPLAYS[ends] ?? { body: {} };
      if (FINISHED[ends] !== undefined) return { body: FINISHED[ends] };
      if (path.endsWith('/list_things')) return { body: { things: [] } };
      return { status: 202, body: { pending: true, job: ends } };
    },
  });
});
afterAll(() => service.stop());

const fleet = (...args: string[]) =>
  runFleet(['cloud', ...args], {
    env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
  });

test('an accepted action that nobody asked to wait for ends with 0 and tells the id', async () => {
  proves('UI-exit-0', 'UI-exit-waited');
  const run = await fleet('save-it');
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout)).toEqual({ pending: true, job: 'runs' });
  expect(run.stderr).toContain('fleet job follow runs');
});

test('a wait that was given, and a read, end with 8 while pending', async () => {
  proves('UI-exit-8', 'UI-exit-waited');
  const waited = await fleet('start-it', '--wait-seconds', '1');
  expect(waited.code).toBe(8);
  expect(waited.stderr).toContain('runs');
  expect((await fleet('look-at-it')).code).toBe(8);
  expect((await fleet('start-it', '--wait-seconds', '0')).code).toBe(0);
});

test.each([
  ['good', 0],
  ['bad', 9],
  ['asks', 10],
])('following work that ends as %s ends with %i', async (ends, exitCode) => {
  proves('UI-exit-9', 'UI-exit-10', 'UI-exit-waited');
  const run = await fleet('start-it', '--ends', ends, '--follow');
  expect(run.code).toBe(exitCode);
  expect(JSON.parse(run.stdout)).toEqual(JOBS[ends]);
});

test('a job that its machine has not collected is told as queued', async () => {
  proves('UI-follow-queued');
  const run = await fleet('start-it', '--ends', 'waits', '--follow', '--follow-timeout', '0.5');
  expect(run.code).toBe(8);
  expect(run.stderr).toContain('job waits: queued\n');
  expect(run.stderr).toContain(
    'mini-04 is offline, last seen 3h ago; its command expires in 9m; fleet machine starts it there.\n' +
      'The job waits for its machine to collect it. Follow it with',
  );
});

test('get_job reports a state and ends with 0, except with --follow', async () => {
  proves('UI-exit-waited');
  for (const job of ['good', 'bad', 'asks', 'runs']) {
    expect({ job, code: (await fleet('get-job', job)).code }).toEqual({ job, code: 0 });
  }
  expect((await fleet('get-job', 'bad', '--follow')).code).toBe(9);
  expect((await fleet('get-job', 'asks', '--follow')).code).toBe(10);
});

test('--follow says so where there is nothing to follow', async () => {
  const { code, stderr, stdout } = await fleet('list-things', '--follow');
  expect({ code, stdout: JSON.parse(stdout) }).toEqual({ code: 0, stdout: { things: [] } });
  expect(stderr).toBe('--follow did nothing: the response is complete.\n');
  expect((await fleet('list-things', '--follow', '--quiet')).stderr).toBe('');
  expect((await fleet('list-things')).stderr).toBe('');
});

test.each([
  ['an answer that was delivered', ['answer-job', '--job', 'bad'], 9],
  ['an answer on its way', ['answer-job', '--job', 'good'], 0],
  ['an answer after which the job asks again', ['answer-job', '--job', 'asks'], 10],
  ['a replay that started a job', ['replay-delivery', '--ends', 'accepted'], 9],
  ['a replay that was rejected', ['replay-delivery', '--ends', 'rejected'], 9],
  ['a replay that is rejected later', ['replay-delivery', '--ends', 'turned'], 9],
])('following goes on to the job: %s', async (_what, args, exitCode) => {
  proves('UI-follow-action');
  const run = await fleet(...args, '--follow');
  expect({ code: run.code, stderr: run.stderr }).toMatchObject({ code: exitCode });
  expect(run.stderr).not.toContain('did nothing');
});

test.each(Object.keys(FINISHED))(
  'a finished response that has failed is none: %s',
  async (ends) => {
    proves('WIRE-client-finished-response', 'UI-exit-9', 'UI-exit-waited');
    const { exit } = WIRE['WIRE-client-finished-response'];
    const run = await fleet('start-it', '--ends', ends, '--follow');
    expect([run.code, JSON.parse(run.stdout)]).toEqual([exit, FINISHED[ends]]);
    expect(run.stderr).toBe('The operation failed.\n');
    expect((await fleet('start-it', '--ends', ends, '--wait-seconds', '1')).code).toBe(exit);
    expect((await fleet('start-it', '--ends', ends)).code).toBe(0);
    expect((await fleet('save-it', '--ends', ends)).code).toBe(exit);
  },
);

test.each([...Object.keys(REFUSED), 'captive'])(
  'a look-up that is refused after the action says that it was sent, and how to go on: %s',
  async (ends) => {
    proves('UI-follow-refused');
    const { exit } = INTERFACE['UI-follow-refused'];
    const args = ['start-it', '--ends', ends, '--follow', '--follow-timeout', '1'] as const;
    const run = await fleet(...args, '-o', 'json');
    const { error } = JSON.parse(run.stderr);
    expect([run.code, run.stdout, error.exit_code, error.job]).toEqual([exit, '', exit, ends]);
    expect(error.title).toContain('It was sent');
    expect(error.advice).toContain(`fleet job follow ${ends}`);
    expect(error.look_up).toBe(REFUSED[ends]?.[1] ?? 'not_the_service');
    const events = (await fleet(...args, '-o', 'jsonl')).stdout;
    expect(JSON.parse(events)).toMatchObject({ event: 'end', job: ends, exit_code: exit });
  },
);

test('a job that the service does not know yet, right after it took the action, is looked up again', async () => {
  proves('UI-follow-refused');
  expect(await fleet('start-it', '--ends', 'behind', '--follow')).toMatchObject({ code: 0 });
  expect(looks).toBe(2);
});

test('following ends with 8 when its time is over', async () => {
  proves('UI-exit-8', 'UI-follow-timeout');
  const run = await fleet('start-it', '--follow', '--follow-timeout', '1s');
  expect(run.code).toBe(8);
  expect(run.stderr).toContain('fleet job follow runs');
});

test.each([
  ['SIGINT', [null, 'SIGINT']],
  ['SIGTERM', [143, null]],
] as const)('%s stops the following, tells how to resume, and ends as %j', async (signal, end) => {
  proves('UI-exit-130', 'UI-interrupt-shell');
  const child = startFleet(['cloud', 'start-it', '--follow', '-o', 'jsonl'], {
    env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
  });
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  child.stdout.once('data', () => child.kill(signal));
  expect(await once(child, 'close')).toEqual(end);
  expect(await stderr).toContain('fleet job follow runs');
  const last = JSON.parse((await stdout).trimEnd().split('\n').at(-1) ?? '');
  expect(last).toMatchObject({ event: 'end', exit_code: end[0] ?? 130 });
});

test('--quiet leaves stderr to errors', async () => {
  proves('UI-quiet');
  const run = await fleet('start-it', '--ends', 'good', '--follow', '--quiet');
  expect(run).toMatchObject({ code: 0, stderr: '' });
});
