import { expect, test } from 'vitest';
import type { FollowChange } from '../../src/flow/follow-progress.ts';
import { type OperationRun, runOperation } from '../../src/flow/run-operation.ts';
import {
  answers,
  type Behaviour,
  drops,
  refuses,
  type Seen,
  serve,
  stalls,
} from '../support/misbehaving-server.ts';
import { proves } from '../support/proves.ts';
import { createSkippingClock } from '../support/skipping-clock.ts';
import { failureOf, openTestClient } from '../support/test-client.ts';

const MINUTES_12_MS = 720_000;

const says = (value: unknown, status = 200) => answers(status, JSON.stringify(value));

/** Runs `tool` against a service that gives these answers in this order. */
async function runAgainst(
  behaviours: readonly Behaviour[],
  options: Partial<Omit<OperationRun, 'tool'>> & { tool?: string } = {},
) {
  const server = await serve(...behaviours);
  const changes: FollowChange[] = [];
  const clock = createSkippingClock();
  const { tool = 'run_skill', ...rest } = options;
  const ended = runOperation({
    client: openTestClient(server.url, { clock: createSkippingClock({ skipUpToMs: 2_000 }) }),
    clock,
    tool: { name: tool, input_schema: {} },
    operationClass: 'write',
    input: { machine: 'a' },
    followTimeoutMs: MINUTES_12_MS,
    observe: (change) => changes.push(change),
    ...rest,
  });
  const asked = () => server.seen.map(({ method, url }: Seen) => `${method} ${url}`);
  return { ended, asked, changes, clock, server };
}

const outcomeOf = async (run: Awaited<ReturnType<typeof runAgainst>>) => {
  const end = await run.ended;
  return end.kind === 'followed' ? end.end.outcome : end.kind;
};

test('a job is followed by its id to its end, the operation sent once, changes shown once', async () => {
  proves('RULE-3', 'UI-follow-by-id', 'WIRE-client-follow-target', 'WIRE-client-pending');
  const run = await runAgainst([
    says({ pending: true, job: 'job_1', command_id: 'cmd_1' }, 202),
    says({ id: 'job_1', state: 'in_progress', progress: { message: 'one', percent: 10 } }),
    says({ id: 'job_1', state: 'in_progress', progress: { message: 'one', percent: 10 } }),
    says({ id: 'job_1', state: 'in_progress', progress: { message: 'two', percent: 20 } }),
    says({ id: 'job_1', state: 'done', big: 1 }),
  ]);
  expect(await run.ended).toMatchObject({
    kind: 'followed',
    first: { status: 202 },
    end: {
      outcome: 'done',
      target: { kind: 'job', id: 'job_1' },
      response: { value: { id: 'job_1', state: 'done', big: 1 } },
    },
  });
  expect(run.asked()).toEqual([
    'POST /api/v1/tools/run_skill',
    'GET /api/v1/jobs/job_1',
    'GET /api/v1/jobs/job_1',
    'GET /api/v1/jobs/job_1',
    'GET /api/v1/jobs/job_1',
  ]);
  expect(run.changes.map(({ state, message, percent }) => [state, message, percent])).toEqual([
    ['in_progress', 'one', 10],
    ['in_progress', 'two', 20],
    ['done', undefined, undefined],
  ]);
  expect(run.clock.waited).toEqual([1000, 1500, 2250]);
});

const PROGRESS = { message: 'Labelling', percent: 80 };

test.each([
  [{ state: 'done', headline: 'It is labelled', progress: PROGRESS }, 'It is labelled'],
  [{ state: 'failed', headline: null, failure: { message: 'timed out' } }, 'timed out'],
  [{ state: 'needs_input', question: { text: 'How bad?' }, progress: PROGRESS }, 'How bad?'],
])(
  'of a job that goes on no more its end is told, and not how far it was: %j',
  async (job, told) => {
    const run = await runAgainst([
      says({ job: { id: 'job_1' } }, 202),
      says({ id: 'job_1', ...job }),
    ]);
    await run.ended;
    expect(run.changes).toMatchObject([{ state: job.state, message: told, percent: undefined }]);
  },
);

test.each([
  ['done', 'done'],
  ['failed', 'failed'],
  ['needs_input', 'person_needed'],
])('a job that ends %s ends the follow with %s', async (state, outcome) => {
  proves('WIRE-client-follow-state');
  const run = await runAgainst([
    says({ job: { id: 'job_1' } }, 202),
    says({ job: { id: 'job_1', state } }),
  ]);
  expect(await outcomeOf(run)).toBe(outcome);
});

const ABOUT_A_JOB = ['cancel_job', 'get_job_artifact', 'watch_job', 'answer_job'];
test.each(ABOUT_A_JOB)('%s is followed by its command, an answer on to its job', async (tool) => {
  proves('WIRE-client-follow-target');
  const further = tool === 'answer_job' ? ['GET /api/v1/jobs/job_1'] : [];
  const job = says({ id: 'job_1', state: 'done' });
  const run = await runAgainst(
    [
      says({ pending: true, job: 'job_1', command_id: 'cmd_1' }, 202),
      says({ id: 'cmd_1', status: 'succeeded', result: { job: 'job_2' } }),
      ...further.map(() => job),
    ],
    { tool },
  );
  expect(await outcomeOf(run)).toBe('done');
  expect(run.asked().slice(1)).toEqual(['GET /api/v1/commands/cmd_1?wait=30', ...further]);
});

test('a command is waited on, and the job that its result names is followed too', async () => {
  proves('WIRE-client-follow-target', 'LIM-wait-get_command');
  const run = await runAgainst(
    [
      says({ command_id: 'cmd_1' }, 202),
      says({ id: 'cmd_1', status: 'pending' }, 202),
      says({ id: 'cmd_1', status: 'delivered' }, 202),
      says({ id: 'cmd_1', status: 'succeeded', result: { job_id: 'job_2' } }),
      says({ id: 'job_2', state: 'failed' }),
    ],
    { tool: 'replay_job' },
  );
  expect(await run.ended).toMatchObject({
    end: { outcome: 'failed', target: { kind: 'job', id: 'job_2' } },
  });
  expect(run.asked().slice(1)).toEqual([
    'GET /api/v1/commands/cmd_1?wait=30',
    'GET /api/v1/commands/cmd_1?wait=30',
    'GET /api/v1/commands/cmd_1?wait=30',
    'GET /api/v1/jobs/job_2',
  ]);
});

test('a command that failed ends the follow, whatever its result names', async () => {
  proves('WIRE-client-command-finished');
  const run = await runAgainst([
    says({ command_id: 'cmd_1' }, 202),
    says({ id: 'cmd_1', status: 'expired', result: { job: 'job_2' } }),
  ]);
  expect(await outcomeOf(run)).toBe('failed');
  expect(run.asked().length).toBe(2);
});

test('a bare id is tried as a command, then as a job', async () => {
  proves('WIRE-client-follow-target');
  const run = await runAgainst([
    says({ id: 'x/1', pending: true }),
    refuses(404, 'unknown_command'),
    says({ id: 'x/1', state: 'done' }),
  ]);
  expect(await outcomeOf(run)).toBe('done');
  expect(run.asked().slice(1)).toEqual([
    'GET /api/v1/commands/x%2F1?wait=30',
    'GET /api/v1/jobs/x%2F1',
  ]);
});

test('a follow outlives 503, 429, gateway pages and broken connections', async () => {
  const gateway = answers(502, '<html>', { 'content-type': 'text/html' });
  const run = await runAgainst([
    says({ job: 'job_1' }, 202),
    ...Array.from({ length: 4 }, () => refuses(503, 'unavailable')),
    ...Array.from({ length: 4 }, () => refuses(429, 'rate_limited', { 'retry-after': '1' })),
    ...Array.from({ length: 4 }, () => drops),
    gateway,
    refuses(500, 'internal'),
    says({ id: 'job_1', state: 'done' }),
  ]);
  expect(await outcomeOf(run)).toBe('done');
  expect(run.asked().filter((line) => line.startsWith('POST'))).toEqual([
    'POST /api/v1/tools/run_skill',
  ]);
});

test('a follow ends where the service refuses the look for good, and the action stays sent', async () => {
  const run = await runAgainst([says({ job: 'job_1' }, 202), refuses(403, 'forbidden')]);
  expect(await failureOf(run.ended)).toMatchObject({
    kind: 'pending',
    code: 'still_pending',
    next: [{ step: 'follow', kind: 'job', id: 'job_1' }],
  });
  expect(run.asked().length).toBe(2);
});

test('when the time is over the work is still pending, with the last look', async () => {
  proves('UI-follow-timeout');
  const run = await runAgainst(
    [says({ job: 'job_1' }, 202), says({ id: 'job_1', state: 'in_progress' })],
    { followTimeoutMs: 60_000 },
  );
  expect(await run.ended).toMatchObject({
    end: { outcome: 'still_pending', response: { value: { state: 'in_progress' } } },
  });
  const waited = run.clock.waited.reduce((sum, delay) => sum + delay, 0);
  expect(waited).toBe(60_000);
  expect(Math.max(...run.clock.waited)).toBe(10_000);
});

test('an interruption stops the following and says how to go on', async () => {
  proves('UI-follow-interrupted');
  const stop = new AbortController();
  const run = await runAgainst([says({ job: 'job_1' }, 202), stalls], { signal: stop.signal });
  const failure = failureOf(run.ended);
  await expect.poll(() => run.server.seen.length).toBe(2);
  stop.abort();
  expect(await failure).toMatchObject({
    kind: 'interrupted',
    next: [{ step: 'follow', kind: 'job', id: 'job_1' }],
    extra: { job: 'job_1' },
  });
});

test('a finished answer is given as it is, with how its work ended', async () => {
  const run = await runAgainst([says({ job: { id: 'job_1', state: 'failed' } })]);
  expect(await run.ended).toMatchObject({ kind: 'answered', outcome: 'failed' });
  expect(run.asked().length).toBe(1);
});

test('get_job and get_command with a follow are followed from where they are', async () => {
  const job = await runAgainst(
    [says({ id: 'job_1', state: 'in_progress' }), says({ id: 'job_1', state: 'done' })],
    { tool: 'get_job', operationClass: 'read' },
  );
  expect(await outcomeOf(job)).toBe('done');
  const command = await runAgainst(
    [says({ id: 'cmd_1', status: 'pending' }), says({ id: 'cmd_1', status: 'succeeded' })],
    { tool: 'get_command', operationClass: 'read' },
  );
  expect(await outcomeOf(command)).toBe('done');
});
