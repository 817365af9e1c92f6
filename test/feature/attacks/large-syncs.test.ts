import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { SYNC_PATH } from '../../../src/contract/sync.ts';
import { createSyncLimit } from '../../../src/server/machine-api/sync-limit.ts';
import { ATTACKS } from '../../requirements.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { scriptMachine } from '../../support/scripted-machine.ts';
import { skillReport, syncRequest } from '../../support/sync-reports.ts';
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
  expect((await send(full))[0]).toBe(refused);
  // A clock that was set back makes nobody wait longer.
  clock.sleep(-3_600_000);
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

test('a machine sends so many small syncs at once and in a second, and fewer with a large report', () => {
  proves('ATTACK-small-syncs');
  const { burst, perSecond } = ATTACKS['ATTACK-small-syncs'];
  const limit = createSyncLimit();
  const takenOf = (machine: Parameters<typeof limit.take>[0], atMs: number) => {
    let taken = 0;
    while (limit.take(machine, 100, atMs) === 0) taken += 1;
    return taken;
  };
  const machine = { id: 1, report: 'small' };
  expect([takenOf(machine, 0), takenOf(machine, 1000), limit.waitSeconds(1, 100, 1000)]).toEqual([
    burst,
    perSecond,
    1,
  ]);
  expect(limit.waitSeconds(1, MIB, 1000)).toBe(0);
  expect(takenOf({ id: 2, report: 'x'.repeat(8 * MIB) }, 0)).toBe(16);
});

test('small syncs beyond the limit are refused, and those of its neighbours are not', async () => {
  proves('ATTACK-small-syncs');
  const { server, send } = await start();
  const description = 'x'.repeat(2000);
  const skills = Array.from({ length: 1000 }, (_, place) =>
    skillReport({ name: `s${place}`, description }),
  );
  const { baseUrl, machineToken: token } = server;
  await scriptMachine({ baseUrl, token, report: { skills } }).sync();
  let taken = 0;
  while ((await send(10))[0] === 200) taken += 1;
  expect([taken > 10, taken < 100]).toEqual([true, true]);
  expect(await send(10)).toEqual([refused, '1', 'rate_limited']);
  expect((await send(10, { token: await server.pair('other') }))[0]).toBe(200);
});

test('syncs that do not end and do not say how large they are do not fill the memory', async () => {
  proves('ATTACK-small-syncs');
  const { server } = await start();
  const headers = { authorization: `Bearer ${server.machineToken}` };
  const statuses: (number | undefined)[] = [];
  for (let sent = 0; sent < 3; sent += 1) {
    const unfinished = request(`${server.baseUrl}${SYNC_PATH}`, { method: 'POST', headers });
    onTestFinished(() => void unfinished.destroy());
    unfinished.on('error', () => {}).on('response', ({ statusCode }) => statuses.push(statusCode));
    unfinished.write('{');
  }
  await expect.poll(() => statuses).toEqual([refused, refused]);
});
