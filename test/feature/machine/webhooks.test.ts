import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyPair } from '../../../src/sealing/key-pair.ts';
import { seal } from '../../../src/sealing/sealed-box.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { isOver } from '../../support/machine/read-jobs.ts';
import {
  startTestMachine,
  type TestMachine,
  type TestMachineOptions,
} from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const SECRET = 'a-secret-of-the-tests';

const HOOK = shellSkill(
  'cat',
  '  webhook: true\n  auth: hub_signature\n  secret: HOOK_SECRET\n' +
    '  when: [{ path: action, in: [opened] }]\n',
);

async function startListening(options: Pick<TestMachineOptions, 'skipUpToMs'> = {}) {
  const machine = await startTestMachine({
    ...options,
    listen: '127.0.0.1:0',
    skills: { hook: HOOK, closed: shellSkill('true') },
    secrets: { HOOK_SECRET: SECRET },
  });
  await machine.machine.ready;
  return machine;
}

interface Post {
  readonly skill?: string;
  readonly headers?: Record<string, string>;
  readonly secret?: string;
  readonly query?: string;
}

async function post(machine: TestMachine, body: string | Buffer, how: Post = {}) {
  const digest = createHmac('sha256', how.secret ?? SECRET)
    .update(body)
    .digest('hex');
  const url = `${machine.machine.webhookUrl()}${how.skill ?? 'hook'}${how.query ?? ''}`;
  const headers = { 'x-hub-signature-256': `sha256=${digest}`, ...how.headers };
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Spelled so that parsing and writing it again would change it. */
const BODY = '{ "action":"opened",  "n": 1.0, "u": "\\u00e4" }\n';

test('a signed webhook starts a job with its body byte for byte', async () => {
  proves('EVENT-deliveries', 'EVENT-job-delivery', 'WIRE-webhook-signatures');
  const machine = await startListening();
  const { cloud } = machine;
  const headers = { 'x-github-delivery': 'd-1', 'user-agent': 'Sender/1.0' };
  const answer = await post(machine, BODY, { headers, query: '?ref=main&sig=s3cret' });
  expect(answer).toMatchObject({ status: 202, body: { outcome: 'accepted' } });
  const told = await cloud.until(() => cloud.deliveries[0]);
  expect(told).toMatchObject({
    machine_delivery_id: answer.body['delivery'],
    delivery: null,
    sender_delivery_id: 'd-1',
    skill: 'hook',
    outcome: 'accepted',
    http_status: 202,
    path: '/hooks/hook',
    address: '127.0.0.1',
    user_agent: 'Sender/1.0',
    sender: 'Sender',
    via: 'http',
    body_bytes: Buffer.byteLength(BODY),
    headers: { 'x-hub-signature-256': '[redacted]' },
  });
  expect(Buffer.from(told.body ?? '', 'base64url').toString()).toBe(BODY);
  const id = told.machine_job_id ?? '';
  const job = await cloud.job(id, ({ status }) => status === 'succeeded');
  expect(job).toMatchObject({
    trigger: 'webhook',
    links: [{ kind: 'delivery', title: told.machine_delivery_id }],
  });
  expect(await machine.file(`jobs/${id}/payload`)).toBe(BODY);
  expect(await machine.file(`jobs/${id}/stdout`)).toBe(BODY);
  const event = await machine.file(`jobs/${id}/event`);
  expect(JSON.parse(event)).toMatchObject({
    query: 'ref=main&sig=[redacted]',
    headers: { 'x-hub-signature-256': '[redacted]' },
  });
});

test('rejected, skipped and duplicate are told apart, and none starts a job', async () => {
  proves('EVENT-deliveries', 'WIRE-filters');
  const machine = await startListening();
  const { cloud } = machine;
  const first = { headers: { 'x-github-delivery': 'd-1' } };
  expect((await post(machine, BODY, first)).status).toBe(202);
  const cases = [
    [await post(machine, BODY, first), 200, 'duplicate'],
    [await post(machine, '{"action":"closed"}'), 200, 'filtered'],
    [await post(machine, BODY, { secret: 'another' }), 401, 'bad_signature'],
    [await post(machine, BODY, { skill: 'none' }), 404, 'unknown_skill'],
    [await post(machine, BODY, { skill: 'closed' }), 404, 'unknown_skill'],
    [await post(machine, Buffer.alloc(1024 * 1024 + 1)), 413, 'too_large'],
    [await post(machine, Buffer.alloc(10 * 1024 * 1024)), 413, 'too_large'],
  ] as const;
  for (const [answer, status, code] of cases) {
    expect(answer).toMatchObject({ status, body: { code } });
  }
  await cloud.until(() => (cloud.deliveries.length >= 8 ? true : undefined));
  expect(cloud.deliveries.map(({ outcome }) => outcome)).toEqual([
    ...['accepted', 'duplicate', 'skipped'],
    ...['rejected', 'rejected', 'rejected', 'rejected', 'rejected'],
  ]);
  expect(cloud.deliveries.filter(({ machine_job_id }) => machine_job_id !== null)).toHaveLength(1);
  const { result } = await cloud.send('delivery.list');
  expect((result as { deliveries: unknown[] }).deliveries).toHaveLength(8);
});

test('what one sync cannot carry is told as waiting', async () => {
  const machine = await startListening({ skipUpToMs: 0 });
  const { cloud } = machine;
  // The machine pauses after it told of the first, and has the others to tell then.
  for (let sent = 0; sent < 61; sent += 1) await post(machine, BODY, { skill: 'none' });
  const many = () => cloud.syncs.find(({ deliveries = [] }) => deliveries.length > 1);
  const { deliveries, events_waiting } = await machine.pass(cloud.until(many));
  expect(events_waiting).toBeGreaterThan(0);
  expect(cloud.deliveries.length + events_waiting).toBe(61);
  expect(deliveries).toHaveLength(50);
  await machine.pass(cloud.until(() => (cloud.deliveries.length === 61 ? true : undefined)));
  expect(cloud.syncs.at(-1)?.events_waiting).toBe(0);
});

test('bytes that are no text pass, and stay home where the service keeps none', async () => {
  const machine = await startTestMachine({
    listen: '127.0.0.1:0',
    skills: { any: shellSkill('cat', '  webhook: true\n') },
  });
  machine.cloud.storesPayloads = false;
  await machine.machine.ready;
  const body = Buffer.from([0, 255, 254, 10, 13, 0xc3]);
  expect((await post(machine, body, { skill: 'any' })).status).toBe(202);
  const told = await machine.cloud.until(() => machine.cloud.deliveries.at(-1));
  expect(told).toMatchObject({ outcome: 'accepted', body_bytes: 6 });
});

test('a hosted delivery is opened, checked as of its time and collected once', async () => {
  proves('RULE-8', 'WIRE-hosted-query');
  const machine = await startListening();
  const { cloud } = machine;
  const key = cloud.syncs[0]?.report?.sealing_key ?? '';
  const digest = createHmac('sha256', SECRET).update(BODY).digest('hex');
  const request = {
    method: 'POST',
    path: '/in/x',
    query: 'ref=main&access_token=s3cret',
    address: '192.0.2.7',
    headers: { 'x-hub-signature-256': `sha256=${digest}` },
    body: Buffer.from(BODY).toString('base64url'),
  };
  const sealFor = (publicKey: Uint8Array) =>
    Buffer.from(seal(publicKey, Buffer.from(JSON.stringify(request)))).toString('base64url');
  const received_at = '2026-09-29T10:00:00.000Z';
  cloud.hosted = [
    { id: 'del_1', skill: 'hook', received_at, sealed: sealFor(Buffer.from(key, 'base64url')) },
    { id: 'del_2', skill: 'hook', received_at, sealed: sealFor(createKeyPair().publicKey) },
  ];
  await cloud.send('ping');
  const told = await cloud.until(() =>
    cloud.deliveries.find(({ delivery }) => delivery === 'del_1'),
  );
  expect(told).toMatchObject({
    via: 'ingress',
    outcome: 'accepted',
    address: '192.0.2.7',
    received_at,
  });
  const event = JSON.parse(await machine.file(`jobs/${told?.machine_job_id}/event`));
  expect(event.query).toBe('ref=main&access_token=[redacted]');
  const other = await cloud.until(() =>
    cloud.deliveries.find(({ delivery }) => delivery === 'del_2'),
  );
  expect(other).toMatchObject({ outcome: 'rejected', code: 'cannot_open' });
  await cloud.until(() => (cloud.collected.includes('del_2') ? true : undefined));
  await cloud.send('ping');
  await cloud.send('ping');
  const { result } = await cloud.send('job.list');
  expect((result as { jobs: unknown[] }).jobs).toHaveLength(1);
});

test('a delivery is replayed byte for byte, the failed checks and the filters only when told', async () => {
  const machine = await startListening();
  const { cloud } = machine;
  const unsigned = await post(machine, BODY, { secret: 'another' });
  const filtered = await post(machine, '{"action":"closed"}');
  const replay = (machine_delivery_id: unknown, job: string, wish = {}) =>
    cloud.send('delivery.replay', {
      ...{ machine_delivery_id, job, force: false, skip_filters: false },
      ...wish,
    });
  const id = unsigned.body['delivery'];
  expect((await replay(id, 'job_a')).result).toMatchObject({
    outcome: 'rejected',
    machine_job_id: null,
  });
  const forced = (await replay(id, 'job_b', { force: true })).result as { machine_job_id: string };
  expect(forced).toMatchObject({ outcome: 'accepted' });
  expect(await machine.file(`jobs/${forced.machine_job_id}/payload`)).toBe(BODY);
  const other = filtered.body['delivery'];
  expect((await replay(other, 'job_c', { force: true })).result).toMatchObject({
    outcome: 'skipped',
  });
  expect((await replay(other, 'job_d', { skip_filters: true })).result).toMatchObject({
    outcome: 'accepted',
  });
  expect((await replay('none', 'job_e')).error?.code).toBe('unknown_delivery');
});

test('a body that is no JSON is a text to an agent, and to a replay', async () => {
  const listening = await startTestMachine({
    listen: '127.0.0.1:0',
    skills: {
      form: '  runner: agent_a\n  webhook: true\n  script: [{ finish: { headline: "got {{payload}}" } }]\n---\n',
    },
  });
  const { cloud, machine, file } = listening;
  await machine.ready;
  const form = { skill: 'form', query: '?ref=main' };
  expect((await post(listening, 'a=1&b=2', form)).status).toBe(202);
  const id = await cloud.until(() => [...cloud.jobs.keys()][0]);
  expect(await cloud.job(id, isOver)).toMatchObject({ headline: 'got a=1&b=2' });
  const { result } = await cloud.send('job.replay', { machine_job_id: id, job: 'job_9' });
  const { machine_job_id: again } = result as { machine_job_id: string };
  expect(await cloud.job(again, isOver)).toMatchObject({ headline: 'got a=1&b=2' });
  expect(await file(`jobs/${again}/payload`)).toBe('a=1&b=2');
  expect(await file(`jobs/${again}/event`)).toContain('"query": "ref=main"');
});

test('the webhook of a skill that was deleted answers 404 from then on', async () => {
  proves('STATE-skill-deleted');
  const machine = await startListening();
  expect((await post(machine, BODY)).status).toBe(202);
  const { result } = await machine.cloud.send('skill.delete', { skill: 'hook' });
  expect(result).toMatchObject({
    moved_to: expect.stringMatching(/^jobs\/\.removed-skills\/hook-/),
  });
  expect(await post(machine, BODY)).toMatchObject({ status: 404 });
});
