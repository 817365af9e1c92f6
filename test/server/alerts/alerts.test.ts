import { expect, test } from 'vitest';
import type { AlertType } from '../../../src/contract/record/channel.ts';
import { listAlerts } from '../../../src/server/alerts/alert-queries.ts';
import { toAlertRecord } from '../../../src/server/alerts/alert-record.ts';
import { createOfflineWatch } from '../../../src/server/machines/machine-alerts.ts';
import { machineStatus, statusContextOf } from '../../../src/server/machines/machine-status.ts';
import { resolveMachine } from '../../../src/server/machines/resolve-machine.ts';
import { sweep } from '../../../src/server/sweep.ts';
import { proves } from '../../support/proves.ts';
import { jobReport, machineReport } from '../../support/sync-reports.ts';
import { openTestService, type TestService } from '../../support/test-service.ts';

async function alerts({ service, organisation }: TestService, state: 'open' | 'resolved') {
  const rows = await service.store.read((db) =>
    listAlerts(db, organisation, { state }, { limit: 100 }),
  );
  return rows.map((row) => toAlertRecord(row, undefined));
}

async function openTypes(fixture: TestService): Promise<readonly AlertType[]> {
  return (await alerts(fixture, 'open')).map(({ type }) => type);
}

/** What `dismiss_alert` will do: the alert is resolved while its condition holds. */
async function dismissAll({ service }: TestService): Promise<void> {
  await service.store.write(({ db, now }) =>
    db
      .updateTable('alerts')
      .set({ state: 'resolved', resolved_at: now })
      .where('state', '=', 'open')
      .execute(),
  );
}

const HOUR_MS = 60 * 60 * 1000;

const disk = (state: 'ok' | 'failing') =>
  machineReport({ checks: [{ name: 'disk', state, message: 'full', fix: 'clean up' }] });

test('a failing check opens one alert, however often it is reported, until it is well', async () => {
  proves('STATE-alert', 'STATE-alert-open-resolved', 'EVENT-alert-types');
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  await machine.sync({ report: disk('failing') });
  await machine.sync({ report: disk('failing') });
  await machine.sync();
  expect(await alerts(fixture, 'open')).toMatchObject([
    { type: 'health_failing', state: 'open', title: 'disk: full', resolved_at: null },
  ]);
  fixture.clock.advance(5000);
  await machine.sync({ report: disk('ok') });
  expect(await openTypes(fixture)).toEqual([]);
  expect(await alerts(fixture, 'resolved')).toMatchObject([
    { opened_at: '2026-10-01T12:00:00.000Z', resolved_at: '2026-10-01T12:00:05.000Z' },
  ]);
});

test('a dismissed alert opens again only once its condition cleared and recurred', async () => {
  proves('STATE-alert-open-resolved');
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  await machine.sync({ report: disk('failing') });
  await dismissAll(fixture);
  await machine.sync({ report: disk('failing') });
  expect(await openTypes(fixture)).toEqual([]);
  await machine.sync({ report: disk('ok') });
  await machine.sync({ report: disk('failing') });
  expect(await openTypes(fixture)).toEqual(['health_failing']);
});

test('a machine that misses three syncs raises an alert, which its next sync resolves', async () => {
  proves('EVENT-alert-types', 'STATE-alert-open-resolved');
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  await fixture.pair('never-synced');
  await machine.sync();
  fixture.clock.advance(30_000);
  await sweep(fixture.service);
  expect(await openTypes(fixture)).toEqual([]);
  fixture.clock.advance(1);
  await sweep(fixture.service);
  await sweep(fixture.service);
  expect(await alerts(fixture, 'open')).toMatchObject([
    { type: 'machine_offline', title: 'build-01 is offline' },
  ]);
  await machine.sync();
  expect(await openTypes(fixture)).toEqual([]);
});

test('a job that waits for a person raises an alert until it goes on', async () => {
  proves('EVENT-needs-human', 'STATE-alert-answered');
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  await machine.sync({ jobs: [jobReport({ status: 'waiting' })] });
  expect(await alerts(fixture, 'open')).toMatchObject([
    { type: 'needs_human', title: 'Check the deployment', job: expect.stringMatching(/^job_/) },
  ]);
  await machine.sync({ jobs: [jobReport({ status: 'running' })] });
  expect(await openTypes(fixture)).toEqual([]);
});

test('a failed job raises an alert until its skill succeeds again', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const run = (id: string, status: 'failed' | 'succeeded' | 'cancelled', skill = 'deploy-check') =>
    machine.sync({ jobs: [jobReport({ machine_job_id: id, status, skill })] });
  const tryOut = (id: string, status: 'failed' | 'succeeded') =>
    machine.sync({ jobs: [jobReport({ machine_job_id: id, status, trigger: 'test' })] });
  await run('a', 'cancelled');
  expect(await openTypes(fixture)).toEqual([]);
  await tryOut('t', 'failed');
  expect(await openTypes(fixture)).toEqual([]);
  await run('b', 'failed');
  await tryOut('u', 'succeeded');
  await run('c', 'failed');
  expect(await openTypes(fixture)).toEqual(['job_failed']);
  await run('d', 'succeeded', 'another-skill');
  expect(await openTypes(fixture)).toEqual(['job_failed']);
  await run('e', 'succeeded');
  expect(await openTypes(fixture)).toEqual([]);
});

test('machines are looked at when one of them may be offline by now, not with each sweep', async () => {
  proves('EVENT-alert-types');
  const fixture = await openTestService();
  const { clock, service } = fixture;
  let looks = 0;
  const read: typeof service.store.read = (work) => {
    looks += 1;
    return service.store.read(work);
  };
  const watch = createOfflineWatch({ ...service, store: { ...service.store, read } });
  const [quiet, other] = [await fixture.pair('build-01'), await fixture.pair('build-02')];
  await quiet.sync();
  for (let second = 0; second < 120; second += 1) {
    if (second % 10 === 0) await other.sync();
    if (second % 10 === 0 && second < 60) await quiet.sync();
    clock.advance(1000);
    await watch();
    // Its last sync was in second 50.
    expect(await openTypes(fixture)).toEqual(second < 80 ? [] : ['machine_offline']);
  }
  expect(looks).toBeLessThan(12);
});

test('a machine that falls silent after the clock was set back raises its alert in time', async () => {
  proves('EVENT-alert-types');
  const fixture = await openTestService();
  const watch = createOfflineWatch(fixture.service);
  const machine = await fixture.pair('build-01');
  await machine.sync();
  await watch();
  fixture.clock.advance(-HOUR_MS);
  await machine.sync();
  fixture.clock.advance(30_001);
  await watch();
  expect(await openTypes(fixture)).toEqual(['machine_offline']);
});

test('a machine that synced while the clock was ahead counts as synced now, once', async () => {
  proves('EVENT-alert-types', 'STATE-machine-status');
  const fixture = await openTestService();
  const watch = createOfflineWatch(fixture.service);
  await (await fixture.pair('build-01')).sync();
  fixture.clock.advance(-HOUR_MS);
  const statusAfter = async (ms: number) => {
    fixture.clock.advance(ms);
    await watch();
    const found = await resolveMachine(fixture.call(), 'build-01');
    return [machineStatus(found, statusContextOf(fixture.service)), await openTypes(fixture)];
  };
  expect(await statusAfter(0)).toEqual(['online', []]);
  expect(await statusAfter(30_000)).toEqual(['online', []]);
  expect(await statusAfter(1)).toEqual(['offline', ['machine_offline']]);
});
