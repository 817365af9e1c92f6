import { expect, test } from 'vitest';
import {
  addTestChannel,
  diskReport,
  enableTestChannel,
  readChannel,
  removeTestChannel,
  startAlertServer,
} from '../../../support/alert-channels.ts';
import { startAlertReceiver } from '../../../support/alert-receiver.ts';
import { proves } from '../../../support/proves.ts';
import { runReport } from '../../../support/sync-reports.ts';

const NOON = '2026-10-01T12:00:00.000Z';

test('an alert is posted when it opens and when it resolves, to whoever carries its type', async () => {
  proves('EVENT-alert-channels', 'WIRE-alert-payload', 'FIELD-channel', 'OP-list_channels');
  const { server, machine, clock } = await startAlertServer();
  const [all, jobs] = [await startAlertReceiver(), await startAlertReceiver()];
  const { id } = await addTestChannel(server, { address: all.url });
  await addTestChannel(server, { address: jobs.url, alertTypes: ['job_failed'] });
  const chat = await addTestChannel(server, { kind: 'chat', address: '#ops' });
  const off = await addTestChannel(server, { kind: 'email', address: 'ada@example.com' });
  await enableTestChannel(server, off.id, false);
  await machine.sync({ report: diskReport('failing') });
  clock.advance(1000);
  await expect.poll(() => all.received.length).toBe(1);
  const [opened] = all.received;
  const [{ id: alert, machine: machineId }] = (await server.tool('list_alerts')).body.alerts;
  const told = {
    id: alert,
    type: 'health_failing',
    machine: machineId,
    title: 'disk: full',
    opened_at: NOON,
    url: expect.stringMatching(new RegExp(`^http://127.+/api/v1/machines/${machineId}$`)),
  };
  expect(opened?.body).toEqual({ ...told, state: 'open' });
  expect(opened?.headers['content-type']).toBe('application/json');
  expect(opened?.path).toBe('/hook/s3cret?token=s3cret');
  expect((await server.call(new URL(opened?.body.url).pathname)).body.name).toBe('build-01');
  await machine.sync({ report: diskReport('ok') });
  clock.advance(1000);
  await expect.poll(() => all.received.length).toBe(2);
  expect(all.received[1]?.body).toEqual({ ...told, state: 'resolved' });
  const seen = async () => (await readChannel(server, id)).last_delivery_at;
  await expect.poll(seen).toBe('2026-10-01T12:00:02.000Z');
  const { host } = new URL(all.url);
  expect(await readChannel(server, id)).toEqual({
    id,
    kind: 'webhook',
    address: host,
    alert_types: ['needs_human', 'machine_offline', 'job_failed', 'health_failing'],
    enabled: true,
    created_at: NOON,
    last_delivery_at: '2026-10-01T12:00:02.000Z',
    last_error: null,
    last_error_at: null,
  });
  expect(await readChannel(server, chat.id)).toMatchObject({
    address: '#ops',
    last_delivery_at: '2026-10-01T12:00:02.000Z',
  });
  expect((await readChannel(server, off.id)).last_delivery_at).toBeNull();
  expect(jobs.received).toEqual([]);
  expect((await server.tool('list_channels')).text + server.log.join('')).not.toContain('s3cret');
});

test('an alert about a job links to the job, and every type is told', async () => {
  proves('WIRE-alert-payload', 'EVENT-alert-channels');
  const { server, machine, clock } = await startAlertServer();
  const receiver = await startAlertReceiver();
  await addTestChannel(server, { address: receiver.url });
  const job = { job: null, machine_job_id: 'm-1' };
  await machine.sync({ jobs: [{ ...runReport('1', { status: 'waiting' }), ...job }] });
  await machine.sync({ jobs: [{ ...runReport('1', { status: 'failed' }), ...job }] });
  clock.advance(40_000);
  const received = () => {
    clock.advance(1000);
    return receiver.received.length;
  };
  await expect.poll(received, { interval: 100 }).toBe(4);
  const { jobs } = (await server.tool('list_jobs')).body;
  const told = receiver.received.map(({ body }) => [body.type, body.state, body.job]);
  // Two processes keep the order within an alert only.
  expect(told.filter(([type]) => type === 'needs_human')).toEqual([
    ['needs_human', 'open', jobs[0].id],
    ['needs_human', 'resolved', jobs[0].id],
  ]);
  expect(told).toContainEqual(['job_failed', 'open', jobs[0].id]);
  expect(told).toContainEqual(['machine_offline', 'open', undefined]);
  const { pathname } = new URL(receiver.received[0]?.body.url);
  expect((await server.call(pathname)).body.id).toBe(jobs[0].id);
});

test('a dismissed alert is told as resolved, once', async () => {
  proves('STATE-alert-dismissed');
  const { server, machine, clock } = await startAlertServer();
  const receiver = await startAlertReceiver();
  await addTestChannel(server, { address: receiver.url });
  await machine.sync({ report: diskReport('failing') });
  const [alert] = (await server.tool('list_alerts')).body.alerts;
  await server.tool('dismiss_alert', { alert: alert.id });
  await machine.sync({ report: diskReport('failing') });
  await machine.sync({ report: diskReport('ok') });
  clock.advance(1000);
  await expect.poll(() => receiver.received.length).toBe(2);
  // Its condition has recurred: what comes next is another alert.
  await machine.sync({ report: diskReport('failing') });
  clock.advance(1000);
  await expect.poll(() => receiver.received.length).toBe(3);
  const told = receiver.received.map(({ body }) => [body.state, body.id === alert.id]);
  expect(told).toEqual([
    ['open', true],
    ['resolved', true],
    ['open', false],
  ]);
});

test('a channel that is turned off or removed is told nothing, not even what waited', async () => {
  const { server, machine, clock } = await startAlertServer();
  const receiver = await startAlertReceiver();
  const { id } = await addTestChannel(server, { address: receiver.url });
  await machine.sync({ report: diskReport('failing') });
  await enableTestChannel(server, id, false);
  await enableTestChannel(server, id, true);
  await machine.sync({ report: diskReport('ok') });
  clock.advance(1000);
  await expect.poll(() => receiver.received.map(({ body }) => body.state)).toEqual(['resolved']);
  await machine.sync({ report: diskReport('failing') });
  await removeTestChannel(server, id);
  const left = await server.service.store.read((db) =>
    db.selectFrom('sends').select('body').where('state', '=', 'pending').execute(),
  );
  expect(left.filter(({ body }) => !body.includes('resolved'))).toEqual([]);
});
