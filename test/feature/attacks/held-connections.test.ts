import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
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
