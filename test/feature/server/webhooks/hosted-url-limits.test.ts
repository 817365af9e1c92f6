import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { startHostedUrlServer } from '../../../support/hosted-url-server.ts';
import { proves } from '../../../support/proves.ts';

const send = (url: string) => fetch(url, { method: 'POST', body: '{}' });

const AT_ONCE = 10;

/** Sends so many webhooks, a few at a time; gives the statuses that came, each once. */
async function sendMany(url: string, count: number): Promise<readonly number[]> {
  const statuses = new Set<number>();
  for (let left = count; left > 0; left -= AT_ONCE) {
    const some = Array.from({ length: Math.min(left, AT_ONCE) }, () => send(url));
    for (const { status } of await Promise.all(some)) statuses.add(status);
  }
  return [...statuses];
}

test('a hosted URL holds 500 webhooks, and takes more once some are collected', async () => {
  proves('WIRE-in-limits');
  // The clock stands, so that a slow computer does not let a minute pass.
  const clock = createFakeClock();
  const { machine, server, enable } = await startHostedUrlServer({ clock });
  const url = await enable();
  expect(await sendMany(url, 500)).toEqual([202]);
  const full = await send(url);
  expect([full.status, full.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await full.json()).toMatchObject({ code: 'rate_limited' });
  const { hosted_urls: urls } = (await server.tool('list_hosted_urls')).body;
  expect(urls).toMatchObject([{ received: 500, waiting: 500 }]);
  for (let { hosted = [] } = await machine.sync(); hosted.length > 0; ) {
    ({ hosted = [] } = await machine.sync({ collected: hosted.map(({ id }) => id) }));
  }
  expect((await send(url)).status).toBe(202);
  expect(await sendMany(url, 98)).toEqual([202]);
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
