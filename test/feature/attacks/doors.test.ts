import { expect, test } from 'vitest';
import { createAddressLimit } from '../../../src/server/access/address-limit.ts';
import { ATTACKS } from '../../requirements.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startHostedUrlServer } from '../../support/hosted-url-server.ts';
import { proves } from '../../support/proves.ts';

const { perMinute, status: refused } = ATTACKS['ATTACK-doors'];
const UNKNOWN_KEY = `fleet_key_0123456789a_${'0'.repeat(48)}`;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Doors that ask for a credential, and what they say to one that is wrong. */
const WRONG: readonly (readonly [string, RequestInit, number])[] = [
  ['/api/v1/me', { headers: bearer(UNKNOWN_KEY) }, 401],
  ['/api/v1/me', {}, 401],
  ['/api/v1/tools/run_skill', { method: 'POST', headers: bearer('nonsense') }, 401],
  ['/api/v1/nothing', { headers: bearer(UNKNOWN_KEY) }, 401],
  ['/api/mcp', { method: 'POST', headers: bearer(UNKNOWN_KEY) }, 401],
  ['/machine/v1/sync', { method: 'POST', headers: bearer('fleetm_x') }, 401],
  ['/in/unknown-token', { method: 'POST', body: '{}' }, 404],
  ['/nowhere', {}, 404],
];

const PAGES: readonly string[] = [
  '/errors',
  '/errors/rate_limited',
  '/api/v1/openapi.json',
  '/api/v1/pricing',
];

async function start() {
  const clock = createFakeClock();
  const hosted = await startHostedUrlServer({ clock });
  const url = await hosted.enable();
  const { baseUrl } = hosted.server;
  async function ask(path: string, init: RequestInit = {}) {
    const response = await fetch(new URL(path, baseUrl), init);
    const text = await response.text();
    return { status: response.status, after: response.headers.get('retry-after'), text };
  }
  /** The statuses of so many requests, twenty at a time. */
  async function askOften(count: number, each: (place: number) => ReturnType<typeof ask>) {
    const statuses = new Set<number>();
    for (let sent = 0; sent < count; sent += 20) {
      const some = Array.from({ length: Math.min(20, count - sent) }, (_, place) =>
        each(sent + place),
      );
      for (const { status } of await Promise.all(some)) statuses.add(status);
    }
    return statuses;
  }
  return { ...hosted, clock, url, ask, askOften };
}

test('an address shows so many wrong credentials in a minute, at all doors together, and right ones always', async () => {
  proves('ATTACK-doors');
  const { server, machine, clock, url, ask, askOften } = await start();
  const statuses = await askOften(perMinute, (place) => {
    const [path, init] = WRONG[place % WRONG.length] ?? ['/nowhere'];
    return ask(path, init);
  });
  expect(statuses).toEqual(new Set([401, 404]));
  clock.advance(10_500);
  for (const [path, init] of WRONG) {
    const { status, after, text } = await ask(path, init);
    expect([path, status, after]).toEqual([path, refused, '50']);
    expect(JSON.parse(text)).toMatchObject({ code: 'rate_limited', status: refused });
  }
  expect((await server.call('/api/v1/me')).status).toBe(200);
  expect((await server.call('/api/v1/nothing')).status).toBe(404);
  expect((await ask(url, { method: 'POST', body: '{}' })).status).toBe(202);
  expect((await ask('/errors')).status).toBe(200);
  expect(await machine.sync()).toMatchObject({ store_payloads: true });
  clock.advance(49_500);
  for (const [path, init, status] of WRONG) {
    expect([path, (await ask(path, init)).status]).toEqual([path, status]);
  }
});

test('an address reads so many open pages in a minute, and the health check is counted by itself', async () => {
  proves('ATTACK-doors');
  const { server, clock, ask, askOften } = await start();
  const page = (place: number) => ask(PAGES[place % 20] ?? PAGES[1] ?? '');
  expect(await askOften(perMinute, page)).toEqual(new Set([200]));
  for (const path of PAGES) {
    const { status, after, text } = await ask(path);
    expect([path, status, after]).toEqual([path, refused, '60']);
    expect(JSON.parse(text)).toMatchObject({ code: 'rate_limited' });
  }
  expect((await server.call('/api/v1/me')).status).toBe(200);
  expect(await askOften(perMinute, () => ask('/healthz'))).toEqual(new Set([200]));
  expect((await ask('/healthz')).status).toBe(refused);
  clock.advance(60_000);
  for (const path of [...PAGES, '/healthz']) expect((await ask(path)).status).toBe(200);
});

test('the limit counts each address by itself, and no more addresses than fit in little memory', () => {
  proves('ATTACK-doors');
  const limit = createAddressLimit(2);
  const take = (address: string, nowMs = 0) => limit.take(address, nowMs);
  expect([take('a'), take('a'), take('a'), take('b')]).toEqual([0, 0, 60, 0]);
  expect([take('a', 59_999), take('a', 60_000)]).toEqual([1, 0]);
  // A clock that was set back.
  expect(take('a', -1)).toBe(0);
  for (let address = 0; address < 20_000; address += 1) take(String(address));
  expect([take('a'), take('a')]).toEqual([0, 0]);
});
