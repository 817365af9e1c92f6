import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { startHostedUrlServer } from '../../../support/hosted-url-server.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { deliveryReport, jobReport } from '../../../support/sync-reports.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR_MS = 365 * DAY_MS;

/** A clock that may be ahead of the time that passes. */
function createSetClock() {
  const passed = createFakeClock();
  const set = { aheadMs: 0 };
  const { after, now: steady } = passed;
  return { passed, set, clock: { after, steady, now: () => steady() + set.aheadMs } };
}

/** A job that has ended, a delivery with its body, and a webhook that waits to be collected. */
async function startWithHistory() {
  const { clock, passed, set } = createSetClock();
  const { enable, machine, server } = await startHostedUrlServer({ clock });
  const url = await enable();
  await machine.sync({
    jobs: [jobReport({ machine_job_id: 'done', status: 'succeeded', outcome: 'done' })],
    deliveries: [deliveryReport({ body: 'e30' })],
  });
  const answer = await fetch(url, { method: 'POST', body: '{"a":1}' });
  const { delivery } = (await answer.json()) as { delivery: string };
  const { baseUrl, machineToken: token } = server;
  return { clock, passed, set, server, delivery, source: { baseUrl, token } };
}

/** What there is of it. */
async function historyOf(server: TestServer, delivery: string) {
  const { store } = server.service;
  const bodies = await store.read((db) => db.selectFrom('delivery_bodies').select('id').execute());
  return {
    job: (await server.tool('get_job', { job: 'done' })).status,
    delivery: (await server.tool('get_delivery', { delivery: 'd-1' })).status,
    held: (await server.tool('get_delivery', { delivery })).body.outcome,
    bodies: bodies.length,
  };
}

const WHOLE = { job: 200, delivery: 200, held: 'held', bodies: 1 };
const GONE = { job: 404, delivery: 404, held: undefined, bodies: 0 };

/** Lets the server sweep a while, until it has told of the machine, which is silent by its clock. */
async function sweepOften(server: TestServer, passed: { sleep(ms: number): void }) {
  const offline = async () => {
    passed.sleep(61_000);
    const { alerts } = (await server.tool('list_alerts', { type: 'machine_offline' })).body;
    return alerts.length;
  };
  await expect.poll(offline).toBe(1);
  for (let round = 0; round < 10; round += 1) await offline();
}

test('a clock that is ahead by a year for an hour deletes nothing', async () => {
  proves('HISTORY-clock-ahead');
  const { delivery, passed, server, set, source } = await startWithHistory();
  await expect.poll(() => passed.timers).toBeGreaterThan(0);
  set.aheadMs = YEAR_MS;
  await sweepOften(server, passed);
  set.aheadMs = 0;
  expect(await historyOf(server, delivery)).toEqual(WHOLE);
  const { hosted } = await scriptMachine(source).sync();
  expect(hosted).toMatchObject([{ id: delivery }]);
});

test('a server that starts with a clock that is ahead deletes nothing, and believes it a day later', async () => {
  proves('HISTORY-clock-ahead');
  const first = await startWithHistory();
  const { clock, delivery, passed, set } = first;
  const { dataFolder } = first.server;
  await first.server.close();
  set.aheadMs = YEAR_MS;
  const server = await startTestServer({ clock, dataFolder });
  await sweepOften(server, passed);
  expect(await historyOf(server, delivery)).toEqual(WHOLE);
  passed.sleep(DAY_MS);
  const left = async () => {
    passed.sleep(61_000);
    return historyOf(server, delivery);
  };
  await expect.poll(left).toEqual(GONE);
});

test('a clock beyond the last time that ids can tell makes none, and no server starts by it', async () => {
  proves('WIRE-exact-ids');
  const { clock, set } = createSetClock();
  const server = await startTestServer({ clock });
  const run = () => server.tool('run_skill', { machine: 'build-01', skill: 'deploy-check' });
  set.aheadMs = 84 * YEAR_MS;
  const ahead = await run();
  expect([ahead.status, ahead.body.code]).toEqual([503, 'unavailable']);
  expect(ahead.body.detail).toContain('2109-05-15T07:35:11.103Z');
  await expect(startTestServer({ clock })).rejects.toMatchObject({
    facts: { code: 'clock_wrong', detail: expect.stringContaining('2109-05-15T07:35:11.103Z') },
  });
  set.aheadMs = 0;
  const { job } = (await run()).body;
  expect((await server.tool('get_job', { job })).body.id).toBe(job);
});
