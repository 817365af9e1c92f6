import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { startHostedUrlServer } from '../../../support/hosted-url-server.ts';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { deliveryReport, runReport } from '../../../support/sync-reports.ts';

const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** Four deliveries, oldest first, each of another kind. */
const FOUR = [
  deliveryReport({
    machine_delivery_id: 'mach-AAA',
    sender_delivery_id: 's-1',
    received_at: '2026-09-30T23:59:59.999Z',
  }),
  deliveryReport({
    machine_delivery_id: 'd-2',
    sender_delivery_id: 'Send-BBB',
    outcome: 'rejected',
    reason: 'Why-CCC 100%',
    code: 'code_DDD',
    received_at: '2026-10-01T00:00:00.000Z',
  }),
  deliveryReport({
    machine_delivery_id: 'd-3',
    path: '/p/EEE',
    address: '198.51.100.9',
    user_agent: 'Ünit-FFF',
    via: 'ingress',
    received_at: '2026-10-01T23:59:59.999Z',
  }),
  deliveryReport({
    machine_delivery_id: 'd-4',
    skill: 'other',
    machine_job_id: 'run-7',
    outcome: 'duplicate',
    received_at: '2026-10-02T00:00:00.000Z',
  }),
];

/** What is asked, and which of them answer. */
const FILTERS: readonly (readonly [object, readonly string[]])[] = [
  [{ q: 'ACH-aaa' }, ['mach-AAA']],
  [{ q: 'send-bbb' }, ['d-2']],
  [{ q: 'WHY-ccc' }, ['d-2']],
  [{ q: '100%' }, ['d-2']],
  [{ q: 'Code_ddd' }, ['d-2']],
  [{ q: '/P/eee' }, ['d-3']],
  [{ q: '51.100' }, ['d-3']],
  [{ q: 'ünIT-fff' }, ['d-3']],
  [{ q: 'ff' }, ['d-3']],
  [{ q: '_' }, ['d-2']],
  [{ q: 'nothing of it' }, []],
  [{ q: 'd-', outcome: 'rejected' }, ['d-2']],
  [{ outcome: 'rejected' }, ['d-2']],
  [{ via: 'ingress' }, ['d-3']],
  [{ skill: 'other' }, ['d-4']],
  [{ job: 'run-7' }, ['d-4']],
  [{ delivery_id: 'Send-BBB' }, ['d-2']],
  [{ delivery_id: 'send-bbb' }, []],
  [{ since: '2026-10-01', until: '2026-10-01' }, ['d-3', 'd-2']],
  [{ until: '2026-09-30' }, ['mach-AAA']],
  [{ since: '2026-10-02T02:00:00+02:00' }, ['d-4']],
  [{ since: '2026-10-02 02:00:00.0+02' }, ['d-4']],
  [{ since: '2026-10-01T20:30-0330' }, ['d-4']],
  [{ since: '2026-10-01T23:59:60Z' }, ['d-4']],
  [{ since: '2026-10-01T19:59:60.25-04' }, []],
  [{ since: '2026-10-01T24:00:00Z' }, ['d-4']],
  [{ until: '2026-10-01T23:59:60Z', since: '2026-10-02' }, ['d-4']],
  [{ q: 'hooks', until: '2026-10-01T00:00:00Z' }, ['d-2', 'mach-AAA']],
];

test('every filter narrows the list, and q looks through the seven fields in any case', async () => {
  proves(
    'ROUTE-GET-/api/v1/deliveries',
    'OP-list_deliveries',
    'LIM-search-text',
    'EVENT-deliveries',
  );
  const { server, machine } = await startHostedUrlServer();
  await machine.sync({
    jobs: [{ ...runReport('none'), job: null, machine_job_id: 'run-7' }],
    deliveries: FOUR,
  });
  const listed = async (input: object) => {
    const ways = await callAllWays(server, 'list_deliveries', { ...input });
    const lists = ways.map(({ body }) =>
      body.deliveries?.map((one: { machine_delivery_id: string }) => one.machine_delivery_id),
    );
    expect(new Set(lists.map((list) => JSON.stringify(list))).size).toBe(1);
    return lists[0];
  };
  expect(await listed({})).toEqual(['d-4', 'd-3', 'd-2', 'mach-AAA']);
  for (const [input, expected] of FILTERS) {
    expect([input, await listed(input)]).toEqual([input, expected]);
  }
  const first = await server.tool('list_deliveries', { q: 'sender', limit: 2 });
  const before = first.body.next_before;
  expect(first.body.deliveries).toHaveLength(2);
  const second = await server.tool('list_deliveries', { q: 'sender', limit: 2, before });
  expect([second.body.deliveries.length, second.body.next_before]).toEqual([1, null]);
}, 60_000);

test('a delivery shows everything, redacted, and its body only while bodies are kept', async () => {
  proves('FIELD-delivery', 'ROUTE-GET-/api/v1/deliveries/{delivery}', 'OP-get_delivery');
  proves('EVENT-job-delivery');
  const { server, machine } = await startHostedUrlServer();
  const headers = { Authorization: 'Bearer s3cret', 'x-hub-signature-256': 'sha', 'x-tag': 'seen' };
  const body = base64url('{"a": 1.0}\n');
  const report = deliveryReport({ headers, body, body_bytes: 11, machine_job_id: 'm-1' });
  await machine.sync({ deliveries: [report] });
  await machine.sync({ jobs: [{ ...runReport('x'), job: null, machine_job_id: 'm-1' }] });
  const input = { delivery: 'd-1' };
  const shown = await server.tool('get_delivery', { ...input, include_body: true }, 'read');
  expect(shown.body.headers).toEqual({
    authorization: '[redacted]',
    'x-hub-signature-256': '[redacted]',
    'x-tag': 'seen',
  });
  expect(shown.text).not.toContain('s3cret');
  expect([shown.body.body, shown.body.body_stored]).toEqual(['{"a": 1.0}\n', true]);
  const plain = await server.call('/api/v1/deliveries/d-1');
  expect(plain.body.body).toBeUndefined();
  const whole = await server.call('/api/v1/deliveries/d-1?include=body');
  expect(whole.body).toEqual(shown.body);
  const job = await server.tool('get_job', { job: 'm-1' });
  expect([job.body.delivery_id, job.body.id]).toEqual([shown.body.id, shown.body.job]);
  expect(job.body.links).toEqual([{ kind: 'delivery', title: shown.body.id, url: null }]);
  await server.tool('update_settings', { store_payloads: false });
  const kept = deliveryReport({ machine_delivery_id: 'd-2', body, body_bytes: 11 });
  expect((await machine.sync({ deliveries: [kept] })).store_payloads).toBe(false);
  const without = await server.tool('get_delivery', { delivery: 'd-2', include_body: true });
  expect([without.body.body, without.body.body_stored]).toEqual([null, false]);
});

test('ids of nothing and of several deliveries are refused on every way', async () => {
  proves('ERR-unknown_delivery', 'ERR-unknown_delivery@get_delivery');
  proves('ERR-unknown_delivery@replay_delivery', 'ERR-ambiguous_delivery');
  proves('ERR-ambiguous_delivery@get_delivery', 'ERR-ambiguous_delivery@replay_delivery');
  proves('CONV-delivery-id', 'ERR-no_body', 'ERR-no_body@replay_delivery');
  const { server, machine } = await startHostedUrlServer();
  const other = await openSecond(server);
  await machine.sync({
    deliveries: [deliveryReport(), deliveryReport({ machine_delivery_id: 'd-2' })],
  });
  await other.sync({ deliveries: [deliveryReport()] });
  for (const operation of ['get_delivery', 'replay_delivery'] as const) {
    for (const [delivery, code, expected] of [
      ['del_nothing', 'unknown_delivery', 404],
      ['d-1', 'ambiguous_delivery', 409],
    ]) {
      const answers = await callAllWays(server, operation, { delivery });
      for (const { way, status, body } of answers) {
        expect([way, status, body.code]).toEqual([way, expected, code]);
      }
    }
  }
  const elsewhere = { delivery: 'd-2', machine: 'build-02' };
  for (const { way, status, body } of await callAllWays(server, 'replay_delivery', elsewhere)) {
    expect([way, status, body.code]).toEqual([way, 409, 'no_body']);
  }
});

async function openSecond(server: Awaited<ReturnType<typeof startHostedUrlServer>>['server']) {
  const machine = scriptMachine({ baseUrl: server.baseUrl, token: await server.pair('build-02') });
  await machine.sync();
  return machine;
}

test('a delivery is replayed on its machine, or its body runs elsewhere', async () => {
  proves('ROUTE-POST-/api/v1/deliveries/{delivery}/replay', 'OP-replay_delivery');
  const { server, machine } = await startHostedUrlServer();
  const body = base64url('{"n": 12345678901234567890}');
  const headers = { 'x-api-key': 'k', 'x-tag': 'seen' };
  await machine.sync({ deliveries: [deliveryReport({ body, headers })] });
  const input = { delivery: 'd-1', force: true, wait_seconds: 0 };
  const pending = await server.tool('replay_delivery', input, 'run');
  expect([pending.status, pending.body.pending]).toEqual([202, true]);
  const { commands } = await machine.sync();
  const [command] = commands;
  expect(command?.args).toMatchObject({
    machine_delivery_id: 'd-1',
    force: true,
    skip_filters: false,
  });
  const job = String(command?.args['job']);
  const result = {
    machine_delivery_id: 'd-1r',
    outcome: 'accepted',
    reason: null,
    machine_job_id: 'm-9',
  };
  await machine.sync({
    results: [{ command: command?.id ?? '', error: null, result }],
    jobs: [{ ...runReport(job), machine_job_id: 'm-9', trigger: 'replay' }],
  });
  expect((await server.tool('get_job', { job })).body).toMatchObject({
    id: job,
    trigger: 'replay',
  });
  const elsewhere = { delivery: 'd-1', skill: 'deploy-check', wait_seconds: 0 };
  expect((await server.tool('replay_delivery', elsewhere)).status).toBe(202);
  const run = (await machine.sync()).commands[0];
  expect(run?.type).toBe('job.run');
  expect(run?.args['headers']).toEqual({ 'x-api-key': '[redacted]', 'x-tag': 'seen' });
});

test('a header that spells an escaped U+0000, or holds one, is taken like any other', async () => {
  const { server, machine } = await startHostedUrlServer();
  const headers = { 'x-spelled': 'a\\u0000b', 'x-held': 'a\0b', 'x-n\0me': 'c' };
  await machine.sync({ deliveries: [deliveryReport({ headers })] });
  const { body } = await server.tool('get_delivery', { delivery: 'd-1' });
  expect(body.headers).toEqual({
    'x-spelled': 'a\\u0000b',
    'x-held': 'a\ufffdb',
    'x-n\ufffdme': 'c',
  });
});

test('a body is kept for thirty days, and then the delivery says that it is not stored', async () => {
  proves('WIRE-plans');
  const clock = createFakeClock();
  const { server, machine } = await startHostedUrlServer({ clock });
  const report = deliveryReport({ body: base64url('{"a":1}'), body_bytes: 7 });
  await machine.sync({ deliveries: [report] });
  const stored = async () => {
    const { body } = await server.tool('get_delivery', { delivery: 'd-1', include_body: true });
    return [body.body, body.body_stored];
  };
  await clock.advance(30 * 86_400_000 - 60_000);
  expect(await stored()).toEqual(['{"a":1}', true]);
  await clock.advance(61_000);
  await expect
    .poll(async () => {
      await clock.advance(2000);
      return stored();
    })
    .toEqual([null, false]);
});
