import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ATTACKS } from '../../requirements.ts';
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

const BODY_BYTES = 1024 * 1024;

test('senders that hold back the end of their bodies do not fill the memory, and others are heard', async () => {
  proves('ATTACK-held-bodies');
  const { heldBytesMax } = ATTACKS['ATTACK-held-bodies'];
  const skills = { open: shellSkill('true', '  webhook: true\n') };
  const { machine } = await startTestMachine({ listen: '127.0.0.1:0', skills });
  await machine.ready;
  const url = `${machine.webhookUrl()}open`;
  const headers = { 'content-length': BODY_BYTES };
  const statuses: (number | undefined)[] = [];
  const bodies = Math.ceil((1.2 * heldBytesMax) / BODY_BYTES);
  for (let sent = 0; sent < bodies; sent += 1) {
    const held = request(url, { method: 'POST', headers, agent: false });
    onTestFinished(() => void held.destroy());
    held.on('error', () => {}).on('response', ({ statusCode }) => statuses.push(statusCode));
    held.write(Buffer.alloc(BODY_BYTES - 1, ' '));
  }
  await expect.poll(() => statuses.length).toBeGreaterThan(5);
  expect(new Set(statuses)).toEqual(new Set([429]));
  const { status } = await fetch(url, { method: 'POST', body: '{}' });
  expect(status).toBe(202);
});
