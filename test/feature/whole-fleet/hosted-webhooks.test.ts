import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellSkill, writeMachineFolder } from '../../support/machine/machine-folder.ts';
import { proves } from '../../support/proves.ts';
import { startWholeFleet } from '../../support/whole-fleet.ts';

const SECRET = 'a-secret-of-the-tests';
const HOOK =
  '  webhook: true\n  auth: hub_signature\n  secret: HOOK_SECRET\n' +
  '  when: [{ path: action, equals: opened }]\n';

/** A real server with a real machine, whose skill `hook` has a hosted URL. */
async function startFleetWithHostedUrl() {
  const skills = { hook: shellSkill('wc -c < "$FLEET_PAYLOAD_FILE"', HOOK) };
  const { machine, server } = await startWholeFleet((folder) =>
    writeMachineFolder(folder, { skills, secrets: { HOOK_SECRET: SECRET } }),
  );
  const skill = { machine: 'build-01', skill: 'hook' };
  const enable = async (): Promise<string> => {
    await server.tool('enable_hosted_url', skill);
    return (await server.tool('get_hosted_url', skill)).body.url;
  };
  return { server, machine, enable };
}

async function post(url: string, id: string, body: Buffer, secret = SECRET): Promise<number> {
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  const headers = {
    'content-type': 'application/x-odd; charset=latin1',
    'x-hub-signature-256': `sha256=${digest}`,
    'x-github-delivery': id,
  };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

test('what a hosted URL receives is checked by the machine itself, told apart, and runs byte for byte', async () => {
  proves('EVENT-deliveries', 'EVENT-job-delivery', 'RULE-8');
  const { enable, machine, server } = await startFleetWithHostedUrl();
  const url = await enable();
  const body = Buffer.concat([
    Buffer.from('{"action":"opened", "n":1.0}'),
    Buffer.from([0x0d, 0x0a]),
  ]);
  const other = Buffer.concat([
    Buffer.from('{"action":"closed","x":"'),
    Buffer.from([0xff, 0x22, 0x7d]),
  ]);
  expect(await post(url, 'd-ok', body)).toBe(202);
  expect(await post(url, 'd-bad', body, 'another')).toBe(202);
  expect(await post(url, 'd-other', other)).toBe(202);
  const outcomes = async () => {
    const { deliveries } = (await server.tool('list_deliveries', { via: 'ingress' })).body;
    const told = deliveries.map((each: { delivery_id: string; outcome: string }) => [
      each.delivery_id,
      each.outcome,
    ]);
    return Object.fromEntries(told);
  };
  await expect
    .poll(outcomes)
    .toEqual({ 'd-ok': 'accepted', 'd-bad': 'rejected', 'd-other': 'skipped' });
  expect(await post(url, 'd-ok', body)).toBe(202);
  const counted = async () =>
    (await server.tool('list_deliveries', { outcome: 'duplicate' })).body.deliveries.length;
  await expect.poll(counted).toBe(1);
  const { deliveries } = (await server.tool('list_deliveries', { outcome: 'accepted' })).body;
  const started = async () =>
    (await server.tool('get_delivery', { delivery: deliveries[0].id, include_body: true })).body;
  await expect.poll(async () => (await started()).job).not.toBeNull();
  const { body: kept, job } = await started();
  expect(kept).toBe(body.toString());
  const shown = (await server.tool('get_job', { job })).body;
  expect(shown.delivery_id).toBe(deliveries[0].id);
  const file = join(machine.folder, 'jobs', shown.machine_job_id, 'payload');
  expect(await readFile(file)).toEqual(body);
  expect((await server.tool('list_jobs', {})).body.jobs).toHaveLength(1);
}, 60_000);

test('a new URL stops the old one at once, and what came while the machine was away is collected later', async () => {
  const { enable, machine, server } = await startFleetWithHostedUrl();
  const old = await enable();
  const url = await enable();
  await machine.stop();
  const body = Buffer.from('{"action":"opened"}');
  expect(await post(old, 'd-1', body)).toBe(404);
  expect(await post(url, 'd-2', body)).toBe(202);
  const { hosted_urls: urls } = (await server.tool('list_hosted_urls')).body;
  expect([urls[0].received, urls[0].waiting]).toEqual([1, 1]);
  await machine.restart();
  const outcomes = async () =>
    (await server.tool('list_deliveries')).body.deliveries.map(
      ({ outcome }: { outcome: string }) => outcome,
    );
  await expect.poll(outcomes).toEqual(['accepted']);
}, 60_000);
