import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { openDelivery, startHostedUrlServer } from '../../../support/hosted-url-server.ts';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { deliveryReport, machineReport, skillReport } from '../../../support/sync-reports.ts';

const SKILL = { machine: 'build-01', skill: 'deploy-check' };

function post(url: string, body: string | Uint8Array<ArrayBuffer> = '{}', headers = {}) {
  return fetch(url, { method: 'POST', body, headers });
}

test('a webhook is held sealed, byte for byte, until its machine has collected it', async () => {
  proves('WIRE-in-token', 'FIELD-hosted-url', 'OP-list_hosted_urls');
  const { server, machine, keys, enable } = await startHostedUrlServer();
  const url = await enable();
  const body = Uint8Array.from([0, 255, 123, 32, 10, 0]);
  const answer = await post(url, body, { 'content-type': 'application/x-strange', 'X-Tag': 'Ä' });
  expect(answer.status).toBe(202);
  const { delivery } = (await answer.json()) as { delivery: string };
  expect(delivery).toMatch(/^del_/);
  const first = await machine.sync();
  expect(first.hosted?.map(({ id, skill }) => [id, skill])).toEqual([[delivery, 'deploy-check']]);
  const request = openDelivery(first, keys);
  expect(Buffer.from(request.body, 'base64url')).toEqual(Buffer.from(body));
  expect(request.headers['content-type']).toBe('application/x-strange');
  expect(request.method).toBe('POST');
  expect(url.endsWith(request.path)).toBe(false);
  const listed = await server.tool('list_hosted_urls', {}, 'read');
  const prefix = url.split('/').at(-1)?.split('_')[0];
  expect(listed.body.hosted_urls).toEqual([
    {
      machine: expect.stringMatching(/^mac_/),
      machine_name: 'build-01',
      skill: 'deploy-check',
      enabled: true,
      key_prefix: prefix,
      received: 1,
      waiting: 1,
      lost: 0,
      refused: 0,
    },
  ]);
  expect(listed.text).not.toContain('/in/');
  expect((await machine.sync()).hosted).toHaveLength(1);
  expect((await machine.sync({ collected: [delivery] })).hosted).toEqual([]);
  const report = deliveryReport({ machine_delivery_id: 'd-9', delivery, via: 'ingress' });
  await machine.sync({ deliveries: [report] });
  const shown = await server.tool('get_delivery', { delivery });
  expect(shown.body).toMatchObject({ id: delivery, machine_delivery_id: 'd-9', via: 'ingress' });
  expect(shown.body.received_at).not.toBe('2026-10-01T12:00:00.000Z');
});

test('a held sync wakes for a webhook', async () => {
  const { machine, enable } = await startHostedUrlServer();
  const url = await enable();
  const held = machine.sync({ wait_seconds: 9 });
  await post(url);
  expect((await held).hosted).toHaveLength(1);
});

test('a new URL stops the old one at once, and a URL that is off answers 404', async () => {
  proves('STATE-hosted-url', 'STATE-hosted-url-off-on', 'STATE-hosted-url-rotate');
  proves('STATE-hosted-url-on-off', 'EVENT-delivery-404', 'OP-enable_hosted_url');
  proves('OP-disable_hosted_url', 'OP-get_hosted_url');
  const { server, machine, enable } = await startHostedUrlServer();
  const first = await enable();
  const revealed = (await server.tool('get_hosted_url', SKILL, 'run')).body.url;
  expect(new URL(revealed).pathname).toBe(new URL(first).pathname);
  const second = await enable();
  expect(second).not.toBe(first);
  expect((await post(first)).status).toBe(404);
  expect((await post(second)).status).toBe(202);
  expect((await server.tool('disable_hosted_url', SKILL)).body.enabled).toBe(false);
  const refused = await post(second);
  expect([refused.status, refused.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json',
  ]);
  const third = await enable();
  expect((await post(second)).status).toBe(404);
  expect((await post(third)).status).toBe(202);
  const sealing_key = `${'A'.repeat(42)}E`;
  await machine.sync({ report: machineReport({ sealing_key, skills: [] }) });
  expect((await post(third)).status).toBe(404);
  const entries = (await server.tool('list_audit_log', { action: 'hosted_url.' })).body.entries;
  const actions = entries.map(({ action }: { action: string }) => action);
  expect(actions).toEqual([
    'hosted_url.enable',
    'hosted_url.disable',
    'hosted_url.enable',
    'hosted_url.reveal',
    'hosted_url.enable',
  ]);
});

test('tokens of nothing, foreign methods and large bodies are refused', async () => {
  const { server, enable } = await startHostedUrlServer();
  const url = await enable();
  for (const token of ['x', `${url.split('/').at(-1)}x`, '00000000000_'.padEnd(55, 'a')]) {
    expect((await post(`${server.baseUrl}/in/${token}`)).status).toBe(404);
  }
  const read = await fetch(url);
  const { detail } = (await read.json()) as { detail: string };
  expect([read.status, detail]).toEqual([405, expect.stringContaining('/in/{token}')]);
  expect((await post(url, 'x'.repeat(512 * 1024))).status).toBe(202);
  const large = await post(url, 'x'.repeat(512 * 1024 + 1));
  expect([large.status, ((await large.json()) as { code: string }).code]).toEqual([
    413,
    'too_large',
  ]);
});

test('a machine without a sealing key holds nothing', async () => {
  const { machine, enable } = await startHostedUrlServer();
  const url = await enable();
  await machine.sync({ report: machineReport() });
  const answer = await post(url);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
  expect((await machine.sync()).hosted).toEqual([]);
});

test('a webhook that nobody collects for 72 hours is dropped', async () => {
  proves('LIM-hosted-hold');
  const clock = createFakeClock();
  const { server, machine, enable } = await startHostedUrlServer({ clock });
  await post(await enable());
  await clock.advance(72 * 3600 * 1000);
  expect((await machine.sync()).hosted).toHaveLength(1);
  await expect
    .poll(async () => {
      await clock.advance(2000);
      return (await machine.sync()).hosted;
    })
    .toEqual([]);
  const { hosted_urls: urls } = (await server.tool('list_hosted_urls')).body;
  expect([urls[0].received, urls[0].waiting]).toEqual([1, 0]);
});

test('no hosted URL, a plan without room, a machine that is gone: refused on every way', async () => {
  proves('ERR-no_hosted_url', 'ERR-no_hosted_url@get_hosted_url');
  proves('ERR-no_hosted_url@disable_hosted_url', 'ERR-plan_limit@enable_hosted_url');
  const { server, machine } = await startHostedUrlServer({ enforcePlans: true });
  for (const operation of ['get_hosted_url', 'disable_hosted_url'] as const) {
    for (const { way, status, body } of await callAllWays(server, operation, SKILL)) {
      expect([way, status, body.code]).toEqual([way, 404, 'no_hosted_url']);
    }
  }
  const skills = ['a', 'b', 'c', 'd'].map((name) => skillReport({ name }));
  await machine.sync({ report: machineReport({ skills }) });
  for (const name of ['a', 'b', 'c']) {
    const { status } = await server.tool('enable_hosted_url', { ...SKILL, skill: name });
    expect(status).toBe(200);
  }
  const fourth = { ...SKILL, skill: 'd' };
  for (const { way, status, body } of await callAllWays(server, 'enable_hosted_url', fourth)) {
    expect([way, status, body.code]).toEqual([way, 402, 'plan_limit']);
    expect(body.detail).toContain('hosted_urls');
  }
  expect((await server.tool('enable_hosted_url', { ...SKILL, skill: 'a' })).status).toBe(200);
});

test("the sender's query string reaches the machine as it was sent, and is in no list", async () => {
  proves('WIRE-hosted-query');
  const { server, machine, keys, enable } = await startHostedUrlServer();
  const url = await enable();
  const query = 'a=1&a=%2f+x&token=s3cret&&b';
  expect((await fetch(`${url}?${query}`, { method: 'POST', body: '{}' })).status).toBe(202);
  const collected = await machine.sync();
  expect(openDelivery(collected, keys)).toMatchObject({ query });
  const { text } = await server.tool('list_deliveries');
  expect(text).not.toMatch(/s3cret|%2f/);
});
