import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine, type TestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const SECRET = 'a-secret-of-the-tests';
const BODY = '{"order":1}';

const SKILLS = {
  deploy: shellSkill('true', '  webhook: true\n  auth: standard_webhooks\n  secret: HOOK_SECRET\n'),
  hub: shellSkill('true', '  webhook: true\n  auth: hub_signature\n  secret: HOOK_SECRET\n'),
};

function standardHeaders(id: string, atMs: number): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000));
  const digest = createHmac('sha256', SECRET).update(`${id}.${timestamp}.${BODY}`);
  const signature = `v1,${digest.digest('base64')}`;
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

function hubHeaders(id: string): Record<string, string> {
  const digest = createHmac('sha256', SECRET).update(BODY).digest('hex');
  return { 'x-github-delivery': id, 'x-hub-signature-256': `sha256=${digest}` };
}

async function post(machine: TestMachine, skill: string, headers: Record<string, string> = {}) {
  const url = `${machine.machine.webhookUrl()}${skill}`;
  const response = await fetch(url, { method: 'POST', headers, body: BODY });
  return (await response.json()) as { readonly outcome: string };
}

async function startListening(after?: TestMachine): Promise<TestMachine> {
  const machine = await startTestMachine({
    listen: '127.0.0.1:0',
    skills: SKILLS,
    secrets: { HOOK_SECRET: SECRET },
    ...(after === undefined ? {} : { after }),
  });
  await machine.machine.ready;
  return machine;
}

test('a captured delivery does not run again after 1,100 others have come, nor after a restart', async () => {
  proves('ATTACK-replay');
  const machine = await startListening();
  const captured = standardHeaders('msg_1', machine.clock.now());
  expect(await post(machine, 'deploy', captured)).toMatchObject({ outcome: 'accepted' });
  for (let sent = 0; sent < 1100; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, () => post(machine, 'deploy')));
    machine.clock.advance(10_000);
  }
  const told = () => machine.cloud.deliveries.length > 100 || undefined;
  await machine.pass(machine.cloud.until(told));
  expect(await post(machine, 'deploy', captured)).toMatchObject({ outcome: 'duplicate' });
  await machine.machine.stop();
  const restarted = await startListening(machine);
  expect(await post(restarted, 'deploy', captured)).toMatchObject({ outcome: 'duplicate' });
}, 60_000);

test('a signature without a time counts once, under whatever id it comes again', async () => {
  proves('ATTACK-replay');
  const machine = await startListening();
  expect(await post(machine, 'hub', hubHeaders('d-1'))).toMatchObject({ outcome: 'accepted' });
  machine.clock.advance(30 * 24 * 3600 * 1000);
  expect(await post(machine, 'hub', hubHeaders('d-2'))).toMatchObject({ outcome: 'duplicate' });
  const upper = hubHeaders('d-3')['x-hub-signature-256']?.slice(7).toUpperCase();
  const headers = { 'x-github-delivery': 'd-3', 'x-hub-signature-256': ` sha256=${upper}` };
  expect(await post(machine, 'hub', headers)).toMatchObject({ outcome: 'duplicate' });
});
