import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal } from '../../../src/sealing/sealed-box.ts';
import { ATTACKS } from '../../requirements.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine, type TestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const SECRET = 'a-secret-of-the-tests';
const BODY = '{"order":1}';
const DAY_MS = 24 * 60 * 60 * 1000;

const SKILLS = {
  open: shellSkill('true', '  webhook: true\n'),
  signed: shellSkill('true', '  webhook: true\n  auth: standard_webhooks\n  secret: HOOK_SECRET\n'),
};

let made = 0;

/** Hands a machine a delivery that no sender sent, and gives what the machine made of it. */
async function handOut(
  { cloud }: TestMachine,
  skill: string,
  { headers = {}, receivedAtMs }: { headers?: Record<string, string>; receivedAtMs: number },
) {
  const key = Buffer.from(cloud.syncs[0]?.report?.sealing_key ?? '', 'base64url');
  const body = Buffer.from(BODY).toString('base64url');
  const request = { method: 'POST', path: '/in/x', address: null, headers, body };
  const sealed = Buffer.from(seal(key, Buffer.from(JSON.stringify(request)))).toString('base64url');
  made += 1;
  const id = `del_${made}`;
  cloud.hosted = [{ id, skill, received_at: new Date(receivedAtMs).toISOString(), sealed }];
  await cloud.send('ping');
  return await cloud.until(() => cloud.deliveries.find(({ delivery }) => delivery === id));
}

function signedAt(atMs: number): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000));
  const digest = createHmac('sha256', SECRET).update(`msg_1.${timestamp}.${BODY}`);
  const signature = `v1,${digest.digest('base64')}`;
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

const [unsigned, stale] = ATTACKS['ATTACK-lying-service'].codes;

test('a service cannot start an unsigned skill on a machine in observe mode', async () => {
  proves('ATTACK-lying-service');
  const secrets = { HOOK_SECRET: SECRET };
  const machine = await startTestMachine({ config: 'mode: observe\n', skills: SKILLS, secrets });
  await machine.machine.ready;
  const receivedAtMs = machine.clock.now();
  expect(await handOut(machine, 'open', { receivedAtMs })).toMatchObject({
    outcome: 'rejected',
    code: unsigned,
    machine_job_id: null,
  });
  const headers = signedAt(receivedAtMs);
  expect(await handOut(machine, 'signed', { headers, receivedAtMs })).toMatchObject({
    outcome: 'accepted',
  });
});

test('a service cannot make a signature young again by the time that it says', async () => {
  proves('ATTACK-lying-service');
  const machine = await startTestMachine({ skills: SKILLS, secrets: { HOOK_SECRET: SECRET } });
  await machine.machine.ready;
  expect(await handOut(machine, 'open', { receivedAtMs: machine.clock.now() })).toMatchObject({
    outcome: 'accepted',
  });
  const receivedAtMs = machine.clock.now() - 30 * DAY_MS;
  const headers = signedAt(receivedAtMs);
  expect(await handOut(machine, 'signed', { headers, receivedAtMs })).toMatchObject({
    outcome: 'rejected',
    code: stale,
  });
});
