import { expect, test } from 'vitest';
import { runOperation } from '../../src/flow/run-operation.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { answers, serve, stalls } from '../support/misbehaving-server.ts';
import { proves } from '../support/proves.ts';
import { failureOf, openTestClient } from '../support/test-client.ts';

test('a schema asks for no longer wait than any operation has: the time limit would never come', async () => {
  proves('UI-timeout');
  const wait = { type: 'integer', default: 1e9 };
  const clock = createFakeClock();
  const server = await serve(stalls);
  const ended = failureOf(
    runOperation({
      client: openTestClient(server.url, { clock, timeoutMs: 2_000 }),
      clock,
      tool: { name: 'list_jobs', input_schema: { properties: { wait_seconds: wait } } },
      operationClass: 'read',
      input: {},
    }),
  );
  await expect.poll(() => server.seen.length).toBe(1);
  clock.advance(242_000);
  expect(await ended).toMatchObject({ code: 'timed_out' });
});

test.each([
  [
    'delete_skill',
    {},
    { command_id: 'c', status: 'failed', error: { code: 'internal' } },
    'failed',
  ],
  ['cancel_job', {}, { command: { id: 'c', status: 'denied' } }, 'failed'],
  ['cancel_job', {}, { job: 'j', command_id: 'c', status: 'cancelled' }, undefined],
  ['replay_delivery', { default: 15 }, { outcome: 'rejected', job: null }, 'failed'],
  ['replay_delivery', { default: 15 }, { outcome: 'skipped', job: null }, 'failed'],
  ['replay_delivery', { default: 15 }, { outcome: 'duplicate', job: null }, 'failed'],
  ['replay_delivery', { default: 15 }, { outcome: 'accepted', job: 'j' }, undefined],
  ['test_channel', {}, { delivered: false, error: 'answered 410', channel: { id: 'c' } }, 'failed'],
  ['test_channel', {}, { delivered: false }, 'failed'],
  ['test_channel', {}, { delivered: true, error: null, channel: { id: 'c' } }, undefined],
  ['run_skill', { default: 0 }, { command_id: 'c', status: 'failed' }, undefined],
  // An operation that nobody knows may respond with a record that it is about.
  ['mark_command', {}, { command_id: 'c', status: 'failed' }, undefined],
] as const)(
  'a failure is told unasked where the service waited: %s, %o, %o',
  async (name, wait, body, outcome) => {
    proves('UI-exit-waited');
    const server = await serve(answers(200, JSON.stringify(body)));
    const properties = 'default' in wait ? { wait_seconds: { type: 'integer', ...wait } } : {};
    const end = await runOperation({
      client: openTestClient(server.url),
      clock: createFakeClock(),
      tool: { name, input_schema: { properties } },
      operationClass: 'write',
      input: {},
    });
    expect(end).toMatchObject({ kind: 'answered', outcome });
  },
);
