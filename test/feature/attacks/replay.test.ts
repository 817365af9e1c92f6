import { createHmac } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine, type TestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

/** So many deliveries that the server has are kept. */
const KEPT = 1000;
const SECRET = 'a-secret-of-the-tests';
const BODY = '{"order":1}';

const SKILLS = {
  deploy: shellSkill('true', '  webhook: true\n  auth: standard_webhooks\n  secret: HOOK_SECRET\n'),
  hub: shellSkill('true', '  webhook: true\n  auth: hub_signature\n  secret: HOOK_SECRET\n'),
};

function standardHeaders(id: string, atMs: number, body = BODY): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000));
  const digest = createHmac('sha256', SECRET).update(`${id}.${timestamp}.${body}`);
  const signature = `v1,${digest.digest('base64')}`;
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

function hubHeaders(id: string): Record<string, string> {
  const digest = createHmac('sha256', SECRET).update(BODY).digest('hex');
  return { 'x-github-delivery': id, 'x-hub-signature-256': `sha256=${digest}` };
}

async function post(
  machine: TestMachine,
  skill: string,
  headers: Record<string, string> = {},
  body = BODY,
) {
  const url = `${machine.machine.webhookUrl()}${skill}`;
  const response = await fetch(url, { method: 'POST', headers, body });
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

const folderOf = ({ folder }: TestMachine) => join(folder, 'state', 'deliveries');

/** Puts a thousand deliveries on the machine's disk that came after the one there, as the server has them. */
async function addLater(machine: TestMachine): Promise<string> {
  const [name = ''] = (await readdir(folderOf(machine))).filter((file) => file.endsWith('.json'));
  const path = join(folderOf(machine), name);
  const captured = JSON.parse(await readFile(path, 'utf8'));
  expect(captured.reported).toBe(true);
  const received_at = new Date(machine.clock.now() + 1000).toISOString();
  for (let place = 0; place < KEPT; place += 1) {
    const id = `later-${place}`;
    const report = { ...captured.report, machine_delivery_id: id, received_at };
    const later = { ...captured, marks: [id], report };
    writeFileSync(join(folderOf(machine), `${id}.json`), JSON.stringify(later));
  }
  return path;
}

test('a captured delivery does not run again after 1,000 others have pushed it out, nor after a restart', async () => {
  proves('ATTACK-replay');
  const machine = await startListening();
  const captured = standardHeaders('msg_1', machine.clock.now());
  expect(await post(machine, 'deploy', captured)).toMatchObject({ outcome: 'accepted' });
  const told = () => machine.cloud.deliveries.length > 0 || undefined;
  await machine.pass(machine.cloud.until(told));
  await machine.pass(machine.machine.stop());
  const path = await addLater(machine);
  const second = await startListening(machine);
  const next = standardHeaders('msg_2', second.clock.now());
  expect(await post(second, 'deploy', next)).toMatchObject({ outcome: 'accepted' });
  expect(existsSync(path)).toBe(false);
  expect(await post(second, 'deploy', captured)).toMatchObject({ outcome: 'duplicate' });
  await second.pass(second.machine.stop());
  const third = await startListening(second);
  expect(await post(third, 'deploy', captured)).toMatchObject({ outcome: 'duplicate' });
});

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

const FORGED = { outcome: 'rejected', code: 'bad_signature' };

test('the time at the end of a signed id never counts as its time, nor the time as the body', async () => {
  proves('ATTACK-shifted-signature', 'ATTACK-replay');
  const machine = await startListening();
  const now = machine.clock.now();
  const withinId = String(Math.floor(now / 1000) - 1);
  const captured = standardHeaders(`evt_1.${withinId}`, now);
  expect(await post(machine, 'deploy', captured)).toMatchObject(FORGED);
  const dotted = standardHeaders('evt_1.2', now);
  expect(await post(machine, 'deploy', dotted)).toMatchObject({ outcome: 'accepted' });
});

test.each(['', '0', '00'])(
  'a signed body that begins with a time, after %j, never counts as another body',
  async (zeros) => {
    proves('ATTACK-shifted-signature', 'ATTACK-replay');
    const machine = await startListening();
    const now = machine.clock.now();
    const time = `${zeros}${Math.floor(now / 1000) + 60}`;
    const captured = standardHeaders('msg_1', now, `${time}.${BODY}`);
    const shifted = {
      ...captured,
      'webhook-id': `msg_1.${captured['webhook-timestamp']}`,
      'webhook-timestamp': time,
    };
    expect(await post(machine, 'deploy', shifted)).toMatchObject(FORGED);
    const first = await post(machine, 'deploy', captured, `${time}.${BODY}`);
    expect(first).toMatchObject({ outcome: 'accepted' });
    expect(await post(machine, 'deploy', shifted)).toMatchObject(FORGED);
  },
);

test('a signed id that is empty is none: nothing would tell it again from a new one', async () => {
  proves('ATTACK-replay', 'WIRE-webhook-signatures');
  const machine = await startListening();
  const empty = standardHeaders('', machine.clock.now());
  const refused = { outcome: 'rejected', code: 'missing_signature' };
  expect(await post(machine, 'deploy', empty)).toMatchObject(refused);
});
