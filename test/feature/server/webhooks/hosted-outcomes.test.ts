import { expect, test } from 'vitest';
import type { StartOptions } from '../../../../src/server/start.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { startHostedUrlServer } from '../../../support/hosted-url-server.ts';
import { proves } from '../../../support/proves.ts';
import { deliveryReport, machineReport } from '../../../support/sync-reports.ts';

const HOUR_MS = 3_600_000;

async function startWithClock(options: Partial<StartOptions> = {}) {
  const clock = createFakeClock();
  const fixture = await startHostedUrlServer({ clock, ...options });
  const { server, machine } = fixture;
  const url = await fixture.enable();
  const show = async (delivery: string) => (await server.tool('get_delivery', { delivery })).body;
  return {
    ...fixture,
    clock,
    url,
    show,
    /** Gives the delivery's id. */
    async send(headers: Record<string, string> = {}): Promise<string> {
      const answer = await fetch(url, { method: 'POST', body: '{"a":1}', headers });
      expect(answer.status).toBe(202);
      return ((await answer.json()) as { delivery: string }).delivery;
    },
    /** Lets the service's sweeps run until `look` gives what is expected. */
    async sweepUntil(look: () => Promise<unknown>) {
      return expect.poll(async () => {
        clock.advance(1000);
        return look();
      });
    },
    alerts: async (state = 'open') => {
      const { alerts } = (await server.tool('list_alerts', { state, type: 'health_failing' })).body;
      return alerts.map(({ title }: { title: string }) => title);
    },
    collect: async () => {
      const { hosted = [] } = await machine.sync();
      return machine.sync({ collected: hosted.map(({ id }) => id) });
    },
  };
}

const LOST = 'build-01 lost webhooks: it did not collect them within 72 hours';

test('a hosted delivery can be looked up from the answer to its sender on', async () => {
  proves('WIRE-hosted-outcomes');
  const { server, machine, send, show, url, collect } = await startWithClock();
  const headers = {
    'webhook-id': 'evt-7',
    'user-agent': 'Sender/1',
    authorization: 'Bearer s3cret',
  };
  const delivery = await send({ ...headers, 'content-type': 'application/json' });
  const held = await show(delivery);
  expect(held).toMatchObject({
    id: delivery,
    machine_delivery_id: null,
    delivery_id: 'evt-7',
    machine_name: 'build-01',
    skill: 'deploy-check',
    outcome: 'held',
    code: 'held',
    http_status: 202,
    user_agent: 'Sender/1',
    via: 'ingress',
    content_type: 'application/json',
    body_bytes: 7,
    webhooks: 1,
    headers: {},
  });
  expect(JSON.stringify(held)).not.toContain(url.split('_').at(-1));
  for (const input of [{ outcome: 'held' }, { q: 'EVT-7' }, { delivery_id: 'evt-7' }]) {
    const { deliveries } = (await server.tool('list_deliveries', input)).body;
    expect(deliveries.map(({ id }: { id: string }) => id)).toEqual([delivery]);
  }
  const replay = await server.tool('replay_delivery', { delivery });
  expect([replay.status, replay.body.code]).toEqual([409, 'no_body']);
  await collect();
  expect(await show(delivery)).toMatchObject({ outcome: 'held', code: 'collected' });
  const report = deliveryReport({ machine_delivery_id: 'd-9', delivery, via: 'ingress' });
  await machine.sync({ deliveries: [report] });
  const decided = await show(delivery);
  expect(decided).toMatchObject({ machine_delivery_id: 'd-9', outcome: 'accepted' });
  expect(decided.received_at).toBe(held.received_at);
  expect((await server.tool('list_deliveries')).body.deliveries).toHaveLength(1);
});

test('what is not collected in 72 hours is lost: told, counted, and an alert until the next is collected', async () => {
  proves('WIRE-hosted-outcomes', 'LIM-hosted-hold');
  const fixture = await startWithClock();
  const { server, machine, clock, send, show, sweepUntil, alerts, collect } = fixture;
  const delivery = await send();
  clock.advance(72 * HOUR_MS);
  expect(await show(delivery)).toMatchObject({ outcome: 'held' });
  await (await sweepUntil(async () => (await show(delivery)).outcome)).toBe('lost');
  expect(await show(delivery)).toMatchObject({ code: 'not_collected', machine_delivery_id: null });
  expect((await machine.sync()).hosted).toEqual([]);
  const { hosted_urls: urls } = (await server.tool('list_hosted_urls')).body;
  expect(urls).toMatchObject([{ received: 1, waiting: 0, lost: 1 }]);
  await machine.sync({ report: machineReport() });
  expect(await alerts()).toEqual([LOST]);
  await machine.sync({ report: machineReport({ sealing_key: `${'A'.repeat(42)}E` }) });
  await send();
  expect(await alerts()).toEqual([LOST]);
  await collect();
  expect([await alerts(), await alerts('resolved')]).toEqual([[], [LOST]]);
});

test('the alert about a lost webhook ends after 24 hours', async () => {
  proves('WIRE-hosted-outcomes');
  const { clock, send, show, sweepUntil, alerts } = await startWithClock();
  const delivery = await send();
  clock.advance(72 * HOUR_MS);
  await (await sweepUntil(async () => (await show(delivery)).outcome)).toBe('lost');
  clock.advance(24 * HOUR_MS - 60_000);
  await (await sweepUntil(alerts)).toEqual([LOST]);
  clock.advance(60_000);
  await (await sweepUntil(alerts)).toEqual([]);
});

test('what was collected and never decided on is lost as well, and a late decision counts', async () => {
  proves('WIRE-hosted-outcomes');
  const { machine, clock, send, show, sweepUntil, collect } = await startWithClock();
  const delivery = await send();
  await collect();
  clock.advance(100 * HOUR_MS);
  await (await sweepUntil(async () => (await show(delivery)).code)).toBe('collected');
  clock.advance(44 * HOUR_MS);
  await (await sweepUntil(async () => (await show(delivery)).code)).toBe('not_decided');
  const report = deliveryReport({ machine_delivery_id: 'd-9', delivery, via: 'ingress' });
  await machine.sync({ deliveries: [report] });
  expect(await show(delivery)).toMatchObject({ machine_delivery_id: 'd-9', outcome: 'accepted' });
});

test('what a URL refuses at a cap is one delivery for each minute, with a count', async () => {
  proves('WIRE-hosted-outcomes');
  const { server, clock, url, sweepUntil } = await startWithClock({ enforcePlans: true });
  const { store } = server.service;
  const { id } = await store.read((db) =>
    db.selectFrom('organisations').select('id').executeTakeFirstOrThrow(),
  );
  const counted = { organisation: id, month: '2026-10', received: 1000 };
  await store.write(({ db }) => db.insertInto('hosted_counts').values(counted).execute());
  const post = async (body: string | Buffer = '{}') =>
    (await fetch(url, { method: 'POST', body })).status;
  for (let sent = 0; sent < 3; sent += 1) expect(await post()).toBe(402);
  const refused = async () => {
    const { deliveries } = (await server.tool('list_deliveries', { outcome: 'refused' })).body;
    return deliveries.map((one: { webhooks: number }) => one.webhooks);
  };
  await (await sweepUntil(refused)).toEqual([3]);
  expect(await post()).toBe(402);
  await (await sweepUntil(refused)).toEqual([4]);
  clock.advance(60_000);
  expect(await post()).toBe(402);
  await (await sweepUntil(refused)).toEqual([1, 4]);
  const { deliveries } = (await server.tool('list_deliveries', { outcome: 'refused' })).body;
  expect(deliveries[0]).toMatchObject({
    machine_delivery_id: null,
    code: 'plan_limit',
    http_status: 402,
    via: 'ingress',
    skill: 'deploy-check',
  });
  const { hosted_urls: urls } = (await server.tool('list_hosted_urls')).body;
  expect(urls).toMatchObject([{ received: 0, refused: 5 }]);
  clock.advance(60_000);
  expect(await post(Buffer.alloc(524_289))).toBe(413);
  await (await sweepUntil(refused)).toEqual([1, 1, 4]);
  const { body } = await server.tool('list_deliveries', { outcome: 'refused' });
  expect(body.deliveries[0]).toMatchObject({ code: 'too_large', http_status: 413 });
});
