import { expect, test } from 'vitest';
import { machinesMeant } from '../../../src/server/machines/named-machines.ts';
import { ATTACKS } from '../../requirements.ts';
import { startHostedUrlServer } from '../../support/hosted-url-server.ts';
import { proves } from '../../support/proves.ts';
import { scriptMachine } from '../../support/scripted-machine.ts';
import { deliveryReport, jobReport } from '../../support/sync-reports.ts';
import { startTestServer } from '../../support/test-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('a hostname neither blocks the name of another machine nor takes it over', async () => {
  proves('ATTACK-names');
  const server = await startTestServer();
  const victim = await server.pair('prod-db');
  const bad = await server.pair('bad');
  const sync = (token: string, hostname: string) =>
    scriptMachine({ baseUrl: server.baseUrl, token, report: { hostname } }).sync();
  await sync(victim, 'prod-db.local');
  await sync(bad, 'prod-db');
  const find = (machine: string) => server.tool('get_machine', { machine });
  const { body: found, status } = await find('prod-db');
  expect([status, found.name]).toEqual([200, 'prod-db']);
  expect((await server.tool('disconnect_machine', { machine: 'prod-db' })).status).toBe(200);
  const gone = await server.tool('run_skill', { machine: 'prod-db', skill: 'deploy-check' });
  expect([gone.status, gone.body.code]).toEqual([409, 'revoked']);
  expect((await find('prod-db')).body.id).toBe(found.id);
});

test('a name is kept for 30 days after its machine was disconnected', () => {
  proves('ATTACK-names');
  const keptMs = ATTACKS['ATTACK-names'].keptDays * DAY_MS;
  const gone = { name: 'prod-db', hostname: 'a', disconnected_at: 1 };
  const bad = { name: 'bad', hostname: 'prod-db', disconnected_at: null };
  expect(machinesMeant([gone, bad], 'prod-db', keptMs)).toEqual([gone]);
  expect(machinesMeant([gone, bad], 'prod-db', keptMs + 1)).toEqual([bad]);
  expect(machinesMeant([gone], 'prod-db', keptMs + 1)).toEqual([gone]);
});

test('two machines of one hostname are still ambiguous, and one hostname still names its machine', async () => {
  proves('ATTACK-names');
  const server = await startTestServer();
  const tokens = [await server.pair('a'), await server.pair('b')];
  const { baseUrl } = server;
  for (const token of tokens) {
    await scriptMachine({ baseUrl, token, report: { hostname: 'same' } }).sync();
  }
  expect((await server.tool('get_machine', { machine: 'same' })).status).toBe(409);
  await server.tool('disconnect_machine', { machine: 'a' });
  expect((await server.tool('get_machine', { machine: 'same' })).body.name).toBe('b');
});

test('who reports the id of a job on another machine gets nothing of that job', async () => {
  proves('ATTACK-job-ids');
  const server = await startTestServer();
  const { baseUrl } = server;
  const victim = scriptMachine({ baseUrl, token: server.machineToken });
  const bad = scriptMachine({ baseUrl, token: await server.pair('bad') });
  const mine = { machine_job_id: 'run-1', title: 'The true one' };
  await victim.sync({ jobs: [jobReport(mine)] });
  const { body: job } = await server.tool('get_job', { job: 'run-1' });
  await bad.sync({ jobs: [jobReport({ ...mine, job: job.id, title: 'A false one' })] });
  const { status, code } = ATTACKS['ATTACK-job-ids'];
  const refused = await server.tool('cancel_job', { job: 'run-1' });
  expect([refused.status, refused.body.code]).toEqual([status, code]);
  expect(refused.body.detail).toContain(job.id);
  const { body: still } = await server.tool('get_job', { job: job.id });
  expect([still.title, still.machine]).toEqual(['The true one', job.machine]);
  await victim.sync({ jobs: [jobReport({ ...mine, status: 'succeeded', outcome: 'done' })] });
  expect((await server.tool('get_job', { job: job.id })).body.status).toBe('succeeded');
});

test('who reports the id of a delivery on another machine gets nothing of it, and collects nothing', async () => {
  proves('ATTACK-job-ids');
  const { server, machine: victim, enable } = await startHostedUrlServer();
  const bad = scriptMachine({ baseUrl: server.baseUrl, token: await server.pair('bad') });
  const received = await fetch(await enable(), { method: 'POST', body: '{}' });
  const { delivery: held } = (await received.json()) as { readonly delivery: string };
  await victim.sync({ deliveries: [deliveryReport({ machine_delivery_id: 'd-9' })] });
  const { body: mine } = await server.tool('get_delivery', { delivery: 'd-9' });
  const outcome = 'rejected';
  const given = await bad.sync({
    collected: [held],
    deliveries: [
      deliveryReport({ machine_delivery_id: 'd-9', delivery: mine.id, outcome }),
      deliveryReport({ machine_delivery_id: 'd-8', delivery: held, outcome }),
    ],
  });
  expect(given.hosted).toEqual([]);
  const named = await server.tool('get_delivery', { delivery: 'd-9' });
  expect([named.status, named.body.code]).toEqual([409, 'ambiguous_delivery']);
  for (const [id, was] of [
    [mine.id, 'accepted'],
    [held, 'held'],
  ]) {
    const { body } = await server.tool('get_delivery', { delivery: id });
    expect([body.outcome, body.machine]).toEqual([was, mine.machine]);
  }
  expect((await victim.sync()).hosted).toMatchObject([{ id: held }]);
});
