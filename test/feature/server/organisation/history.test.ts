import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { setOrganisation, showOrganisation } from '../../../../src/server/admin/organisation.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { isOnPostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { runAdmin } from '../../../support/run-admin.ts';
import { type ScriptedMachine, scriptMachine } from '../../../support/scripted-machine.ts';
import { deliveryReport, jobReport, machineReport } from '../../../support/sync-reports.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const check = (name: string) => ({ name, state: 'failing', message: name, fix: null }) as const;

/** A machine whose fan and lamp fail all the time. */
function failingMachine({ baseUrl, machineToken: token }: TestServer): ScriptedMachine {
  const sealing_key = `${'A'.repeat(42)}E`;
  const report = { checks: [check('fan'), check('lamp')], sealing_key };
  return scriptMachine({ baseUrl, token, report });
}

/** One of each that has ended, and one of each that has not. */
async function makeHistory(server: TestServer, machine: ScriptedMachine) {
  await machine.sync({
    report: machineReport({ checks: [check('disk'), check('fan'), check('lamp')] }),
    jobs: [
      jobReport({ machine_job_id: 'done', status: 'succeeded', outcome: 'done' }),
      jobReport({ machine_job_id: 'waiting', status: 'waiting' }),
      jobReport({ machine_job_id: 'running' }),
    ],
    deliveries: [deliveryReport({ body: 'e30' })],
  });
  const { alerts } = (await server.tool('list_alerts')).body;
  const lamp = alerts.find(({ title }: { title: string }) => title === 'lamp: lamp');
  await server.tool('dismiss_alert', { alert: lamp.id });
  const { body } = await server.tool('send_command', { machine: 'build-01', type: 'ping' });
  await machine.sync();
  await machine.sync({ results: [{ command: body.command_id, result: {}, error: null }] });
  return { command: body.command_id as string };
}

/** Lets time go, sweep after sweep, until there is nothing left to do. */
async function advance(clock: FakeClock, days: number, isOver: () => Promise<boolean>) {
  clock.sleep(days * DAY_MS);
  const look = async () => {
    clock.sleep(61_000);
    return isOver();
  };
  await expect.poll(look).toBe(true);
}

test('what has ended leaves 90 days later, the audit log after 400, and what is open stays', async () => {
  proves('HISTORY-leaves', 'HISTORY-open-stays', 'HISTORY-new-organisation');
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const machine = failingMachine(server);
  const { command } = await makeHistory(server, machine);
  const list = async (name: string, input = {}) => (await server.tool(name, input)).body;
  const jobIds = async () =>
    (await list('list_jobs')).jobs.map((job: { machine_job_id: string }) => job.machine_job_id);
  const alertTitles = async (state: string): Promise<string[]> =>
    (await list('list_alerts', { state })).alerts.map(({ title }: { title: string }) => title);
  const code = async (name: string, input: object) => (await server.tool(name, input)).body.code;
  clock.sleep(89 * DAY_MS);
  await machine.sync();
  expect(await jobIds()).toEqual(['running', 'waiting', 'done']);
  expect((await list('list_deliveries', { q: 'evt-1' })).deliveries).toHaveLength(1);
  expect(await alertTitles('resolved')).toContain('disk: disk');
  const audited = (await list('list_audit_log', { action: 'command.ping' })).entries;
  expect(audited).toHaveLength(1);

  const isGone = async () =>
    (await code('get_delivery', { delivery: 'd-1' })) === 'unknown_delivery' &&
    (await code('get_command', { command })) === 'unknown_command' &&
    !(await alertTitles('resolved')).includes('disk: disk') &&
    (await jobIds()).length === 2;
  await advance(clock, 2, isGone);
  expect(await code('get_job', { job: 'done' })).toBe('unknown_job');
  expect(await jobIds()).toEqual(['running', 'waiting']);
  expect((await list('list_inbox')).counts).toEqual({ needs_input: 1, in_progress: 1 });
  expect((await list('list_deliveries', { q: 'evt-1' })).deliveries).toEqual([]);
  expect(await alertTitles('open')).toContain('fan: fan');
  // It was dismissed and still fails: without it the alert would open anew.
  expect(await alertTitles('resolved')).toContain('lamp: lamp');
  expect((await list('list_audit_log', { action: 'command.ping' })).entries).toHaveLength(1);

  const isForgotten = async () =>
    (await list('list_audit_log', { action: 'command.ping' })).entries.length === 0;
  await advance(clock, 310, isForgotten);
  expect(await jobIds()).toEqual(['running', 'waiting']);
});

// It breaks the file of SQLite.
if (!isOnPostgres()) {
  test('rows that cannot be removed keep no others back', async () => {
    proves('HISTORY-leaves');
    const clock = createFakeClock();
    const server = await startTestServer({ clock });
    await makeHistory(server, failingMachine(server));
    const file = new DatabaseSync(join(server.dataFolder, 'fleet.db'));
    file.exec(
      `create trigger kept before delete on deliveries begin select raise(abort, 'no'); end`,
    );
    file.close();
    const isGone = async () => {
      const { entries } = (await server.tool('list_audit_log', { action: 'command.ping' })).body;
      return entries.length === 0;
    };
    await advance(clock, 401, isGone);
    expect((await server.tool('get_delivery', { delivery: 'd-1' })).status).toBe(200);
  });
}

test('a person sets the rule for each kind, in days or for ever, and sees it', async () => {
  proves('HISTORY-rule', 'HISTORY-new-organisation');
  const server = await startTestServer();
  expect(await runAdmin(server, showOrganisation)).toMatchObject({
    keep_jobs: 90,
    keep_deliveries: 90,
    keep_alerts: 90,
    keep_audit: 400,
  });
  const keep = { jobs: '30', audit: 'forever' };
  expect(await runAdmin(server, (admin) => setOrganisation(admin, { keep }))).toMatchObject({
    keep_jobs: 30,
    keep_deliveries: 90,
    keep_alerts: 90,
    keep_audit: 'forever',
  });
  await runAdmin(server, async (admin) => {
    for (const value of ['0', '-1', '1.5', '36501', '', 'ever', '1e3']) {
      await expect(setOrganisation(admin, { keep: { alerts: value } })).rejects.toMatchObject({
        kind: 'usage',
        facts: { setting: { setting: 'keep-alerts', value } },
      });
    }
  });
  expect(await runAdmin(server, showOrganisation)).toMatchObject({ keep_alerts: 90 });
});

test('what is kept for ever and what is held stays when all else leaves', async () => {
  proves('HISTORY-rule', 'HISTORY-open-stays');
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const machine = failingMachine(server);
  await makeHistory(server, machine);
  for (const keep of [{ jobs: '1', deliveries: '1' }, { jobs: 'forever' }]) {
    await runAdmin(server, (admin) => setOrganisation(admin, { keep }), clock);
  }
  const hosted = { machine: 'build-01', skill: 'deploy-check' };
  const { url } = (await server.tool('enable_hosted_url', hosted)).body;
  await fetch(url, { method: 'POST', body: '{}' });
  const outcomes = async () => {
    const { deliveries } = (await server.tool('list_deliveries')).body;
    return deliveries.map(({ outcome }: { outcome: string }) => outcome).join(' ');
  };
  expect(await outcomes()).toBe('held accepted');
  await advance(clock, 2, async () => (await outcomes()) === 'held');
  expect((await server.tool('get_job', { job: 'done' })).status).toBe(200);
  expect((await server.tool('list_commands')).body.commands).toHaveLength(1);
});

test('the OpenAPI document says after how long history leaves', async () => {
  proves('HISTORY-openapi');
  const server = await startTestServer();
  const { description } = (await server.call('/api/v1/openapi.json')).body.info;
  expect(description).toContain('90 days');
  expect(description).toContain('400 days');
});
