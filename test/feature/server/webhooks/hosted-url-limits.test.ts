import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { startHostedUrlServer } from '../../../support/hosted-url-server.ts';
import { proves } from '../../../support/proves.ts';

const send = (url: string) => fetch(url, { method: 'POST', body: '{}' });

test('a hosted URL holds 500 webhooks, and takes more once some are collected', async () => {
  proves('WIRE-in-limits');
  // The clock stands, so that a slow computer does not let a minute pass.
  const clock = createFakeClock();
  const { machine, server, enable } = await startHostedUrlServer({ clock });
  const url = await enable();
  const statuses = new Set<number>();
  for (let sent = 0; sent < 500; sent += 1) statuses.add((await send(url)).status);
  expect([...statuses]).toEqual([202]);
  const full = await send(url);
  expect([full.status, full.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await full.json()).toMatchObject({ code: 'rate_limited' });
  const { hosted_urls: urls } = (await server.tool('list_hosted_urls')).body;
  expect(urls).toMatchObject([{ received: 500, waiting: 500 }]);
  for (let { hosted = [] } = await machine.sync(); hosted.length > 0; ) {
    ({ hosted = [] } = await machine.sync({ collected: hosted.map(({ id }) => id) }));
  }
  expect((await send(url)).status).toBe(202);
  for (let sent = 502; sent < 600; sent += 1) expect((await send(url)).status).toBe(202);
  const many = await send(url);
  expect([many.status, ((await many.json()) as { detail: string }).detail]).toEqual([
    429,
    expect.stringContaining('in a minute'),
  ]);
  expect(Number(many.headers.get('retry-after'))).toBeGreaterThan(30);
  await expect
    .poll(async () => {
      clock.advance(1000);
      return (await server.tool('list_deliveries', { outcome: 'refused' })).body.deliveries;
    })
    .toMatchObject([{ code: 'rate_limited', http_status: 429, webhooks: 2 }]);
}, 60_000);
