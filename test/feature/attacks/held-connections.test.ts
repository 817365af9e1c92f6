import { once } from 'node:events';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createBodyMemory } from '../../../src/base/net/body-memory.ts';
import { SYNC_PATH } from '../../../src/contract/sync.ts';
import { ATTACKS } from '../../requirements.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startHostedUrlServer } from '../../support/hosted-url-server.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const BEGINNINGS = [
  '',
  'POST /hooks/open HTTP/1.1\r\nHost: loc',
  'POST /hooks/open HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc',
];

test('strangers who hold connections open do not keep a machine from stopping', async () => {
  proves('ATTACK-held-connections');
  const skills = { open: shellSkill('true', '  webhook: true\n') };
  const { cloud, machine, pass } = await startTestMachine({ listen: '127.0.0.1:0', skills });
  await machine.ready;
  const { port } = new URL(machine.webhookUrl() ?? '');
  for (const beginning of BEGINNINGS) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(beginning);
  }
  await cloud.send('ping');
  await pass(machine.stop());
  expect(cloud.deliveries).toEqual([]);
});

const MIB = 1024 * 1024;

/** Sends a body but for its last byte; tells `onStatus` what is responded all the same. */
function holdBack(
  url: string,
  { bytes, headers = {} }: { readonly bytes: number; readonly headers?: OutgoingHttpHeaders },
  onStatus: (status: number | undefined) => void,
): void {
  const options = { method: 'POST', headers: { ...headers, 'content-length': bytes } };
  const held = request(url, { ...options, agent: false });
  onTestFinished(() => void held.destroy());
  held.on('error', () => {}).on('response', ({ statusCode }) => onStatus(statusCode));
  held.write(Buffer.alloc(bytes - 1, ' '));
}

test('senders that hold back the end of their bodies do not fill the memory, and others are heard', async () => {
  proves('ATTACK-held-bodies');
  const { heldBytesMax } = ATTACKS['ATTACK-held-bodies'];
  const skills = { open: shellSkill('true', '  webhook: true\n') };
  const { machine } = await startTestMachine({ listen: '127.0.0.1:0', skills });
  await machine.ready;
  const url = `${machine.webhookUrl()}open`;
  const statuses: (number | undefined)[] = [];
  const bodies = Math.ceil((1.2 * heldBytesMax) / MIB);
  for (let sent = 0; sent < bodies; sent += 1) {
    holdBack(url, { bytes: MIB }, (status) => statuses.push(status));
  }
  await expect.poll(() => statuses.length).toBeGreaterThan(5);
  expect(new Set(statuses)).toEqual(new Set([429]));
  const { status } = await fetch(url, { method: 'POST', body: '{}' });
  expect(status).toBe(202);
});

test('no key, machine or hosted URL fills the server with bodies that it holds back, and others are heard', async () => {
  proves('ATTACK-held-server-bodies');
  const { senderBytesMax, status: refused } = ATTACKS['ATTACK-held-server-bodies'];
  const clock = createFakeClock();
  const { server, enable } = await startHostedUrlServer({ clock });
  const { baseUrl, keys, machineToken } = server;
  const bearer = (token: string) => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  });
  const tool = `${baseUrl}/api/v1/tools/list_machines`;
  const senders = [
    { url: tool, headers: bearer(keys.read), bytes: 768 * 1024, small: 200 },
    { url: await enable(), headers: {}, bytes: 512 * 1024, small: 202 },
    { url: `${baseUrl}${SYNC_PATH}`, headers: bearer(machineToken), bytes: 8 * MIB, small: 400 },
  ];
  for (const { url, headers, bytes, small } of senders) {
    const statuses: (number | undefined)[] = [];
    for (let sent = 0; sent < (1.2 * senderBytesMax) / bytes; sent += 1) {
      // What a machine sends in a second is limited as well.
      clock.advance(8000);
      holdBack(url, { bytes, headers }, (status) => statuses.push(status));
    }
    await expect.poll(() => [url, statuses[0]]).toEqual([url, refused]);
    const after = await fetch(url, { method: 'POST', headers, body: '{}' });
    expect([url, after.status]).toEqual([url, small]);
  }
  const body = '{}'.padEnd(MIB / 2);
  const other = await fetch(tool, { method: 'POST', headers: bearer(keys.run), body });
  expect(other.status).toBe(200);
});

test('four senders who hold back all that the server keeps give way to a fifth', async () => {
  proves('ATTACK-held-server-bodies');
  const { senderBytesMax, status: refused } = ATTACKS['ATTACK-held-server-bodies'];
  const { server, enable } = await startHostedUrlServer({ clock: createFakeClock() });
  const { baseUrl, keys, machineToken } = server;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const tool = `${baseUrl}/api/v1/tools/list_machines`;
  const bytes = 512 * 1024;
  const ofKeys = [keys.read, keys.run, keys.admin].map((key) => ({
    url: tool,
    headers: { ...bearer(key), 'content-type': 'application/json' },
  }));
  for (const { url, headers } of [...ofKeys, { url: await enable(), headers: {} }]) {
    const statuses: (number | undefined)[] = [];
    for (let sent = 0; sent < (1.2 * senderBytesMax) / bytes; sent += 1) {
      holdBack(url, { bytes, headers }, (status) => statuses.push(status));
    }
    await expect.poll(() => [url, statuses[0]]).toEqual([url, refused]);
  }
  const sync = { method: 'POST', headers: bearer(machineToken), body: '[]'.padEnd(8 * MIB) };
  const fifth = await fetch(`${baseUrl}${SYNC_PATH}`, sync);
  expect(fifth.status).toBe(400);
});

/** Bodies that can give way; `given` has the names of those that did. */
function openMemory(bounds: { readonly senderBytesMax: number; readonly bytesMax: number }) {
  const memory = createBodyMemory(bounds);
  const given: string[] = [];
  return {
    given,
    begin(name: string, bytes: number) {
      const [group = '', sender = ''] = name.split('/');
      const body = memory.begin({ group, sender });
      body.giveWay = () => given.push(name);
      return { body, isKept: body.keep(bytes) };
    },
  };
}

const { senderBytesMax, bytesMax, smallBytes } = ATTACKS['ATTACK-held-server-bodies'];

test('all senders together hold so much, and what has ended holds nothing', () => {
  proves('ATTACK-held-server-bodies');
  const { begin, given } = openMemory({ senderBytesMax, bytesMax });
  const largest = senderBytesMax + smallBytes;
  const [first, ...others] = ['o/a', 'o/b', 'o/c', 'o/d'].map((name) => begin(name, largest));
  expect([first, ...others].map((one) => one?.isKept)).toEqual([true, true, true, true]);
  expect([begin('o/e', smallBytes).isKept, begin('o/a', smallBytes + 1).isKept]).toEqual([
    true,
    false,
  ]);
  first?.body.end();
  first?.body.end();
  expect([begin('o/a', largest + 1).isKept, begin('o/b', smallBytes + 1).isKept]).toEqual([
    false,
    false,
  ]);
  expect([begin('o/e', largest).isKept, begin('o/a', largest).isKept]).toEqual([true, false]);
  expect(given).toEqual([]);
});

test('where the memory is full, who holds most gives way to who would still hold less', () => {
  proves('ATTACK-held-server-bodies');
  const { begin, given } = openMemory({ senderBytesMax: 8, bytesMax: 12 });
  const names = ['o/a', 'o/a', 'o/b', 'p/c', 'p/c'];
  const held = names.map((name, place) => begin(name, smallBytes + (place < 2 ? 3 : 2)).isKept);
  expect(held).toEqual([true, true, true, true, true]);
  // The organisation with most, and there the sender with most: with its oldest body.
  expect([begin('p/d', smallBytes + 2).isKept, given]).toEqual([true, ['o/a']]);
  // Organisation p holds most by now, so that it cannot take of another's.
  expect([begin('p/d', smallBytes + 1).isKept, begin('p/d', smallBytes + 1).isKept]).toEqual([
    true,
    false,
  ]);
  expect([begin('q/e', smallBytes + 2).isKept, given]).toEqual([true, ['o/a', 'p/c']]);
});

test('a body that does not hear of it gives way to none', () => {
  proves('ATTACK-held-server-bodies');
  const memory = createBodyMemory({ senderBytesMax: 8, bytesMax: 8 });
  expect(memory.begin({ group: 'o', sender: 'a' }).keep(smallBytes + 8)).toBe(true);
  expect(memory.begin({ group: 'p', sender: 'b' }).keep(smallBytes + 1)).toBe(false);
});
