import { expect, test } from 'vitest';
import {
  addTestChannel,
  enableTestChannel,
  readChannel,
  startAlertServer,
} from '../../../support/alert-channels.ts';
import { startAlertReceiver } from '../../../support/alert-receiver.ts';
import { callAllWays, callersOf } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';

test('a test sends a sample alert on every way and says that it arrived', async () => {
  proves('OP-test_channel', 'OP-list_channels', 'WIRE-list-shape-service');
  const { server } = await startAlertServer();
  const receiver = await startAlertReceiver();
  const { id } = await addTestChannel(server, {
    address: receiver.url,
    alertTypes: ['job_failed'],
  });
  await enableTestChannel(server, id, false);
  const answers = await callAllWays(server, 'test_channel', { channel: id });
  for (const { way, status, body } of answers) {
    expect([way, status, body.delivered, body.error]).toEqual([way, 200, true, null]);
    expect(body.channel).toMatchObject({ id, last_delivery_at: '2026-10-01T12:00:00.000Z' });
  }
  expect(receiver.received).toHaveLength(answers.length);
  expect(receiver.received[0]?.body).toMatchObject({
    id: expect.stringMatching(/^alt_/),
    type: 'job_failed',
    state: 'open',
    title: expect.stringContaining('Sample'),
    opened_at: '2026-10-01T12:00:00.000Z',
  });
  expect((await server.tool('list_alerts')).body.alerts).toEqual([]);
  const channel = await readChannel(server, id);
  for (const { way, body } of await callAllWays(server, 'list_channels', {})) {
    expect([way, body]).toEqual([way, { channels: [channel], next_before: null }]);
  }
  const { entries } = (await server.tool('list_audit_log', { action: 'channel.' })).body;
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    ...answers.map(() => 'channel.test'),
    'channel.update',
    'channel.create',
  ]);
});

test('a test that does not arrive says why, and is not tried again', async () => {
  proves('OP-test_channel', 'FIELD-channel', 'UI-exit-waited');
  const { server, clock } = await startAlertServer();
  const receiver = await startAlertReceiver((response) => response.writeHead(410).end());
  const later = await startAlertReceiver();
  const { id } = await addTestChannel(server, {
    address: receiver.url,
    alertTypes: ['job_failed'],
  });
  await addTestChannel(server, { address: later.url, alertTypes: ['machine_offline'] });
  const { status, body } = await server.tool('test_channel', { channel: id });
  expect([status, body.delivered, body.error]).toEqual([200, false, 'answered 410']);
  expect(body.channel).toMatchObject({ last_delivery_at: null, last_error: 'answered 410' });
  expect(await readChannel(server, id)).toEqual(body.channel);
  clock.advance(60_000);
  // What is due by then has been sent once the machine's silence has.
  await expect
    .poll(() => {
      clock.advance(1000);
      return later.received.length;
    })
    .toBe(1);
  expect(receiver.received).toHaveLength(1);
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
  const command = await runFleet(['cloud', 'test-channel', id], { env });
  expect(command).toMatchObject({ code: 9, stderr: expect.stringContaining('failed') });
  const { body: chat } = await server.tool('test_channel', {
    channel: (await addTestChannel(server, { kind: 'chat', address: '#ops' })).id,
  });
  expect(chat.delivered).toBe(true);
});

test('what was sent is kept for thirty days', async () => {
  const { server, clock } = await startAlertServer();
  const { id } = await addTestChannel(server, {
    kind: 'chat',
    address: '#ops',
    alertTypes: ['job_failed'],
  });
  await server.tool('test_channel', { channel: id });
  const sends = async () =>
    server.service.store.read(async (db) => {
      clock.advance(1000);
      return db.selectFrom('sends').select('purpose').where('purpose', '=', 'test').execute();
    });
  clock.advance(30 * 24 * 60 * 60 * 1000 - 10_000);
  expect(await sends()).toHaveLength(1);
  clock.advance(20_000);
  await expect.poll(sends).toEqual([]);
  expect((await readChannel(server, id)).last_delivery_at).toBe('2026-10-01T12:00:00.000Z');
});

test('a channel is tested five times in a minute, and again when told', async () => {
  proves('LIM-channel-tests', 'ERR-rate_limited@test_channel', 'WIRE-rate-in-database');
  const { server, clock } = await startAlertServer();
  const { id } = await addTestChannel(server, { kind: 'chat', address: '#ops' });
  const other = await addTestChannel(server, { kind: 'chat', address: '#dev' });
  const run = () => server.tool('test_channel', { channel: id });
  for (let count = 0; count < 5; count += 1) {
    expect((await run()).status).toBe(200);
    clock.advance(1000);
  }
  for (const { way, status, body } of await callAllWays(server, 'test_channel', { channel: id })) {
    expect([way, status, body.code]).toEqual([way, 429, 'rate_limited']);
  }
  expect((await run()).headers.get('retry-after')).toBe('55');
  expect((await server.tool('test_channel', { channel: other.id })).status).toBe(200);
  clock.advance(54_999);
  expect((await run()).headers.get('retry-after')).toBe('1');
  clock.advance(1);
  expect((await run()).status).toBe(200);
  expect((await run()).headers.get('retry-after')).toBe('1');
});

test('a channel may be tested again where the clock was set back since its tests', async () => {
  proves('LIM-channel-tests');
  const { server, clock } = await startAlertServer();
  const { id } = await addTestChannel(server, { kind: 'chat', address: '#ops' });
  const run = async () => (await server.tool('test_channel', { channel: id })).status;
  for (let count = 0; count < 5; count += 1) expect(await run()).toBe(200);
  expect(await run()).toBe(429);
  clock.sleep(-60 * 60_000);
  for (let count = 0; count < 5; count += 1) expect(await run()).toBe(200);
  expect(await run()).toBe(429);
});

test('a channel of nothing is a 404, and channels are for admins, on every way', async () => {
  proves(
    'ERR-unknown_channel',
    'ERR-unknown_channel@test_channel',
    'ERR-forbidden@list_channels',
    'ERR-forbidden@test_channel',
  );
  const { server } = await startAlertServer();
  for (const channel of ['', '7', 'chn_00000000000', 'mac_00000000000', 'x'.repeat(500)]) {
    const { status, body } = await server.tool('test_channel', { channel });
    expect([channel, status, body.code]).toEqual([channel, 404, 'unknown_channel']);
  }
  for (const call of callersOf('test_channel')) {
    const { way, status, body } = await call(server, { channel: 'chn_nothing' });
    expect([way, status, body.code]).toEqual([way, 404, 'unknown_channel']);
  }
  for (const operation of ['test_channel', 'list_channels'] as const) {
    const input = operation === 'test_channel' ? { channel: 'chn_nothing' } : {};
    for (const { way, status, body } of await callAllWays(server, operation, input, 'run')) {
      expect([way, status, body.code]).toEqual([way, 403, 'forbidden']);
    }
    expect((await server.tool(operation, input, 'read')).status).toBe(403);
  }
});
