import { expect, test } from 'vitest';
import { SYNC_PATH } from '../../../src/contract/sync.ts';
import { ATTACKS } from '../../requirements.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { syncRequest } from '../../support/sync-reports.ts';
import { startTestServer } from '../../support/test-server.ts';

const { burstBytes, bytesPerSecond, status: refused } = ATTACKS['ATTACK-large-syncs'];
const MIB = 1024 * 1024;

async function start() {
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const { baseUrl, machineToken } = server;
  /** One sync with a result of so many bytes; `inPieces` it does not say how many before. */
  async function send(bytes: number, { token = machineToken, inPieces = false } = {}) {
    const result = { command: 'cmd_00000000000', error: null, result: 'x'.repeat(bytes) };
    const text = JSON.stringify({ ...syncRequest(clock.now()), results: [result] });
    const response = await fetch(`${baseUrl}${SYNC_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: inPieces ? new Blob([text]).stream() : text,
      duplex: 'half',
    });
    const body = (await response.json()) as { readonly code?: string };
    return [response.status, response.headers.get('retry-after'), body.code];
  }
  return { clock, server, send };
}

test('a machine sends so much at once and so much a second, its small syncs and its neighbours always', async () => {
  proves('ATTACK-large-syncs');
  const { clock, server, send } = await start();
  const full = 5 * MIB;
  const good = [200, null, undefined];
  const statuses = await Promise.all(Array.from({ length: 6 }, () => send(full)));
  const taken = statuses.filter(([status]) => status === 200).length;
  expect(taken).toBe(Math.ceil(burstBytes / full));
  const waitSeconds = Math.ceil((taken * full - burstBytes) / bytesPerSecond) + 1;
  for (const one of statuses.filter(([status]) => status !== 200)) {
    expect(one).toEqual([refused, String(waitSeconds), 'rate_limited']);
  }
  expect(await send(10)).toEqual(good);
  expect(await send(full, { token: await server.pair('other') })).toEqual(good);
  clock.advance((waitSeconds - 2) * 1000);
  expect((await send(full))[0]).toBe(refused);
  clock.advance(2000);
  expect(await send(full)).toEqual(good);
});

test('a sync that does not say how large it is counts as well', async () => {
  proves('ATTACK-large-syncs');
  const { send } = await start();
  const statuses: unknown[] = [];
  for (let sent = 0; sent < 3; sent += 1) {
    statuses.push((await send(5 * MIB, { inPieces: true }))[0]);
  }
  expect(statuses).toEqual([200, 200, refused]);
});
