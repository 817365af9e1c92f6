import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { startServerWithMachine } from '../../../support/server-with-machine.ts';

const PONG = { ping: () => ({ result: { pong: true, at: 12345678901234567890n.toString() } }) };

test('a command that finished within the wait is 200 with its result, on both ways', async () => {
  proves('OP-send_command', 'ROUTE-POST-/api/v1/machines/{machine}/commands', 'FIELD-command');
  const { server } = await startServerWithMachine({ answers: PONG });
  const byTool = await server.tool(
    'send_command',
    { machine: 'build-01', type: 'ping', wait_seconds: 10 },
    'read',
  );
  const byRoute = await server.call('/api/v1/machines/build-01/commands', {
    body: { type: 'ping', wait_seconds: 10 },
    scope: 'read',
  });
  for (const { status, body } of [byTool, byRoute]) {
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^cmd_[0-9a-z]{11}$/),
      type: 'ping',
      status: 'succeeded',
      asked_by: { kind: 'api_key', name: 'first read key' },
      machine: expect.stringMatching(/^mac_/),
      job: null,
      error: null,
      result: { pong: true },
    });
    expect(body).not.toHaveProperty('pending');
  }
});

test('without a wait it is 202, and get_command waits for its end', async () => {
  proves(
    'OP-get_command',
    'ROUTE-GET-/api/v1/commands/{command}',
    'WIRE-command-status',
    'LIM-wait-get_command',
  );
  const { server } = await startServerWithMachine({ answers: PONG });
  const sent = await server.tool('send_command', { machine: 'build-01', type: 'ping' });
  expect(sent.status).toBe(202);
  expect(sent.body).toMatchObject({ pending: true, type: 'ping' });
  const id = sent.body.command_id;
  expect(sent.body.id).toBe(id);
  const byTool = await server.tool('get_command', { command: id, wait_seconds: 30 }, 'read');
  const byRoute = await server.call(`/api/v1/commands/${id}?wait=30`, { scope: 'read' });
  expect(byRoute.body).toEqual(byTool.body);
  expect([byTool.status, byTool.body.status, byTool.body.pending]).toEqual([
    200,
    'succeeded',
    undefined,
  ]);
});

test('a command that its machine holds stays pending until ten minutes are over', async () => {
  proves('RULE-2', 'LIM-command-expiry');
  const clock = createFakeClock();
  const { server } = await startServerWithMachine({ start: { clock } });
  const { body } = await server.tool('send_command', { machine: 'build-01', type: 'ping' });
  const look = () => server.call(`/api/v1/commands/${body.command_id}`);
  expect(await look()).toMatchObject({ status: 202, body: { pending: true } });
  clock.advance(599_999);
  expect((await look()).status).toBe(202);
  clock.advance(1);
  expect(await look()).toMatchObject({
    status: 200,
    body: { status: 'expired', error: { code: 'expired' }, result: null },
  });
});

test('a command that failed on its machine is 200 with its error, a refused one 409', async () => {
  const { server } = await startServerWithMachine({
    answers: {
      'health.get': () => ({ error: { code: 'internal', message: 'broken' } }),
      'logs.tail': () => ({ error: { code: 'denied_by_machine', message: 'the deny list' } }),
      'stats.get': () => ({ error: { code: 'invalid_args', message: 'since: too long ago' } }),
    },
  });
  const send = (type: string) =>
    server.tool('send_command', { machine: 'build-01', type, wait_seconds: 10 });
  expect(await send('health.get')).toMatchObject({
    status: 200,
    body: { status: 'failed', error: { code: 'internal', message: 'broken' } },
  });
  expect(await send('logs.tail')).toMatchObject({
    status: 409,
    body: { code: 'denied_by_machine', detail: 'the deny list' },
  });
  expect(await send('stats.get')).toMatchObject({ status: 400, body: { code: 'invalid_args' } });
});

test('a command is readable with the scope that may send it', async () => {
  proves('ERR-forbidden@get_command');
  const { server } = await startServerWithMachine({
    answers: { 'logs.tail': () => ({ result: ['a'] }) },
  });
  const { body } = await server.tool('send_command', { machine: 'build-01', type: 'logs.tail' });
  for (const [scope, status] of [
    ['read', 403],
    ['run', 403],
    ['admin', 200],
  ] as const) {
    const answer = await server.tool(
      'get_command',
      { command: body.command_id, wait_seconds: 10 },
      scope,
    );
    expect([scope, answer.status]).toEqual([scope, status]);
  }
});

test('commands are listed newest first, filtered, without results', async () => {
  proves('OP-list_commands', 'WIRE-list-shape', 'CONV-newest-first');
  const { server } = await startServerWithMachine({ answers: PONG });
  for (let count = 0; count < 3; count += 1) {
    await server.tool('send_command', { machine: 'build-01', type: 'ping', wait_seconds: 10 });
  }
  await server.tool('send_command', { machine: 'build-01', type: 'health.get' });
  const list = async (input: object) => (await server.tool('list_commands', input, 'read')).body;
  const first = await list({ limit: 3 });
  expect(first.commands.map((command: { type: string }) => command.type)).toEqual([
    'health.get',
    'ping',
    'ping',
  ]);
  expect(first.commands[0]).toMatchObject({ machine: expect.stringMatching(/^mac_/) });
  expect(first.commands[0]).toHaveProperty('machine_name', 'build-01');
  expect(first.commands[0]).not.toHaveProperty('result');
  const second = await list({ limit: 3, before: first.next_before });
  expect(second.commands).toHaveLength(1);
  expect(second.next_before).toBeNull();
  expect((await list({ type: 'ping' })).commands).toHaveLength(3);
  expect((await list({ status: 'succeeded', machine: 'build-01' })).commands).toHaveLength(3);
  expect((await list({ type: 'ping', machine: 'build-01' })).commands).toHaveLength(3);
  expect((await list({ type: 'job.run', machine: 'build-01' })).commands).toEqual([]);
  const wrong = await server.tool('list_commands', { before: 'yesterday' });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_request']);
  expect(wrong.body.detail).toContain('before');
});
