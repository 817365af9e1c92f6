import { expect, test } from 'vitest';
import { follow } from '../../src/flow/follow.ts';
import { runOperation } from '../../src/flow/run-operation.ts';
import { answers, serve, stalls } from '../support/misbehaving-server.ts';
import { proves } from '../support/proves.ts';
import { createSkippingClock } from '../support/skipping-clock.ts';
import { failureOf, openTestClient } from '../support/test-client.ts';

const says = (value: unknown, status = 200) => answers(status, JSON.stringify(value));

test.each([
  ['run_skill', { job: 'job_1' }, 202, { kind: 'job', id: 'job_1' }],
  ['run_skill', { pending: true, command_id: 'cmd_1' }, 200, { kind: 'command', id: 'cmd_1' }],
  ['save_skill', { pending: true }, 202, undefined],
])('an unfollowed answer of %s %j (%i) is pending', async (tool, value, status, target) => {
  proves('WIRE-client-pending');
  const server = await serve(says(value, status));
  const end = await runOperation({
    client: openTestClient(server.url),
    clock: createSkippingClock(),
    tool: { name: tool, input_schema: {} },
    operationClass: 'write',
    input: {},
  });
  expect(end).toMatchObject({ kind: 'pending', target });
  expect(server.seen.length).toBe(1);
});

test.each([
  [{ wait_seconds: 60 }, 90],
  [{}, 50],
])('the time limit of input %j, whose wait has the default 20, is %i s', async (input, seconds) => {
  proves('UI-timeout');
  const server = await serve(stalls);
  const clock = createSkippingClock();
  const ended = runOperation({
    client: openTestClient(server.url, { clock }),
    clock,
    tool: {
      name: 'get_skill',
      input_schema: { properties: { wait_seconds: { type: 'integer', default: 20 } } },
    },
    operationClass: 'write',
    input,
  });
  const failure = failureOf(ended);
  await expect.poll(() => server.seen.length).toBe(1);
  clock.advance(seconds * 1000);
  expect((await failure).detail).toContain(`within ${seconds} s`);
});

test('a job that ended with its answered question still in it has ended', async () => {
  proves('UI-follow-answered');
  const question = { text: 'Which branch?' };
  const job = (state: string, status: string) =>
    says({ job: { id: 'job_1', state, status, question } });
  const server = await serve(job('needs_input', 'waiting'), job('done', 'succeeded'), stalls);
  const clock = createSkippingClock();
  const end = await follow(
    {
      client: openTestClient(server.url),
      clock,
      observe: undefined,
      deadlineMs: clock.now() + 60_000,
      signal: undefined,
    },
    { target: { kind: 'job', id: 'job_1' }, onToJob: false, answered: 'Which branch?' },
  );
  expect(end.outcome).toBe('done');
  expect(server.seen).toHaveLength(2);
});

test.each([
  ['replay_job', { command_id: 'cmd_1' }, 202],
  ['replay_delivery', { command_id: 'cmd_1', job: null, machine_job_id: 'j-7' }, 200],
])(
  'after %s a job of another machine than the command is told and not followed',
  async (tool, first, status) => {
    proves('WIRE-client-follow-target');
    const command = { id: 'cmd_1', machine: 'mac_1', status: 'succeeded' };
    const server = await serve(
      says(first, status),
      says({ ...command, result: { machine_job_id: 'j-7' } }),
      says({ id: 'job_2', machine: 'mac_2', status: 'running', state: 'in_progress' }),
      stalls,
    );
    const changes: unknown[] = [];
    const clock = createSkippingClock();
    const failure = await failureOf(
      runOperation({
        client: openTestClient(server.url),
        clock,
        tool: { name: tool, input_schema: {} },
        operationClass: 'write',
        input: {},
        followTimeoutMs: 60_000,
        observe: ({ state }) => changes.push(state),
      }),
    );
    expect(failure).toMatchObject({
      code: 'foreign_job',
      detail:
        'The command was for mac_1, and the job that it names is of mac_2: it is not followed.',
    });
    expect(changes).not.toContain('in_progress');
    expect(server.seen.map(({ url }) => url).slice(1)).toEqual([
      '/api/v1/commands/cmd_1?wait=30',
      '/api/v1/jobs/j-7',
    ]);
  },
);
