import { expect, test } from 'vitest';
import { formatId } from '../../../src/server/database/row-id.ts';
import { toMachineDetail } from '../../../src/server/machines/get-machine.ts';
import { listMachines } from '../../../src/server/machines/machine-queries.ts';
import { toMachineSummary } from '../../../src/server/machines/machine-record.ts';
import { machineStatus } from '../../../src/server/machines/machine-status.ts';
import { resolveMachine } from '../../../src/server/machines/resolve-machine.ts';
import { proves } from '../../support/proves.ts';
import { machineReport } from '../../support/sync-reports.ts';
import { openTestService } from '../../support/test-service.ts';

const NOW = Date.UTC(2026, 9, 1, 12);
const LONG_AGO = NOW - 86_400_000;
const failing = JSON.stringify(
  machineReport({ checks: [{ name: 'disk', state: 'failing', message: 'full', fix: 'clean up' }] }),
);
const warning = JSON.stringify(
  machineReport({ checks: [{ name: 'disk', state: 'warning', message: 'low', fix: 'clean up' }] }),
);

test.each([
  ['just synced', 0, null, LONG_AGO, 'online'],
  ['exactly three intervals ago', 30_000, null, LONG_AGO, 'online'],
  ['a moment longer ago', 30_001, null, LONG_AGO, 'offline'],
  ['with a failing check', 0, failing, LONG_AGO, 'degraded'],
  ['with a warning only', 0, warning, LONG_AGO, 'online'],
  ['failing and silent', 40_000, failing, LONG_AGO, 'offline'],
  ['silent, the server just started', 40_000, null, NOW - 9999, 'online'],
  ['offline before the server stopped', 90_001, null, NOW - 9999, 'offline'],
  ['silent, one interval after the start', 40_000, null, NOW - 10_000, 'offline'],
  ['silent, the server started while its clock was ahead', 40_000, null, NOW + 10_000, 'offline'],
] as const)('a machine that %s', (_what, silentMs, report, startedAtMs, status) => {
  proves('STATE-machine-status', 'WIRE-machine-status');
  const machine = { last_sync_at: NOW - silentMs, disconnected_at: null, report };
  const context = {
    now: NOW,
    startedAtMs,
    newestSyncMs: NOW - 60_000,
    syncIntervalMs: 10_000,
  };
  expect(machineStatus(machine, context)).toBe(status);
});

test('a machine that never synced, or was disconnected, is offline', () => {
  const context = { now: NOW, startedAtMs: NOW, newestSyncMs: 0, syncIntervalMs: 10_000 };
  const machine = { last_sync_at: null, disconnected_at: null, report: null };
  expect(machineStatus(machine, context)).toBe('offline');
  expect(machineStatus({ ...machine, last_sync_at: NOW, disconnected_at: NOW }, context)).toBe(
    'offline',
  );
});

test('a machine is found by id, name and hostname; an ambiguous name lists the ids', async () => {
  proves('CONV-machine-name', 'CONV-ambiguous', 'ERR-ambiguous_machine', 'ERR-unknown_machine');
  const fixture = await openTestService();
  const first = await fixture.pair('build-01');
  const id = formatId('mac', first.row.id);
  await first.sync({ report: machineReport({ hostname: 'host-a' }) });
  for (const named of [id, 'build-01', 'host-a']) {
    expect((await resolveMachine(fixture.call(), named)).id).toBe(first.row.id);
  }
  const named = await fixture.pair('host-a');
  expect((await resolveMachine(fixture.call(), 'host-a')).id).toBe(named.row.id);
  const second = await fixture.pair('build-01');
  const ids = [id, formatId('mac', second.row.id)];
  const asking = resolveMachine(fixture.call(), 'build-01');
  await expect(asking).rejects.toMatchObject({
    code: 'ambiguous_machine',
    status: 409,
    message: expect.stringMatching(new RegExp(`${ids[1]}, ${ids[0]}`)),
  });
  await expect(resolveMachine(fixture.call(), 'nobody')).rejects.toMatchObject({
    code: 'unknown_machine',
    status: 404,
  });
  const other = fixture.call({ organisation: await fixture.addOrganisation('other') });
  await expect(resolveMachine(other, id)).rejects.toMatchObject({ code: 'unknown_machine' });
});

test('a disconnected machine is left out of lists and still found by its id and name', async () => {
  proves('FIELD-machine-disconnected');
  const fixture = await openTestService();
  const { row } = await fixture.pair('build-01');
  await fixture.service.store.write(({ db, now }) =>
    db.updateTable('machines').set({ disconnected_at: now }).where('id', '=', row.id).execute(),
  );
  const listed = await fixture.service.store.read((db) => listMachines(db, fixture.organisation));
  expect(listed).toEqual([]);
  for (const named of [formatId('mac', row.id), 'build-01']) {
    const found = await resolveMachine(fixture.call(), named);
    expect([found.id, found.disconnected_at]).toEqual([row.id, NOW]);
  }
});

test('a machine shows its link, health and policy, and its configuration to admins only', async () => {
  proves('FIELD-machine', 'FIELD-machine-config', 'WIRE-clock-skew', 'WIRE-times');
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const checks = [
    { name: 'disk', state: 'ok', message: 'enough room', fix: null },
    { name: 'key', state: 'warning', message: 'expires soon', fix: 'renew it' },
  ] as const;
  const policy = { mode: 'control', allow: ['job.*'], deny: ['update.install'] } as const;
  await machine.sync({
    sent_at: '2026-10-01T12:00:02.500Z',
    events_waiting: 3,
    report: machineReport({
      hostname: 'build-01.example',
      version: '1.2.3',
      checks,
      policy,
      broken_skills: [{ name: 'half-done', error: 'no front matter' }],
      config: 'mode: control\n',
    }),
  });
  const row = await resolveMachine(fixture.call(), 'build-01');
  const context = { now: NOW, startedAtMs: NOW, newestSyncMs: 0, syncIntervalMs: 10_000 };
  const numbers = await fixture.service.store.statistics.jobStatistics({
    organisation: fixture.organisation,
    machine: row.id,
    since: NOW - 86_400_000,
  });
  const facts = {
    machine: row,
    context,
    runningJobs: [],
    lastJobs: [],
    hosted: new Set<string>(),
    numbers,
  };
  const detail = toMachineDetail({ ...facts, admin: true });
  expect(detail).toMatchObject({
    id: formatId('mac', row.id),
    name: 'build-01',
    hostname: 'build-01.example',
    status: 'online',
    mode: 'control',
    version: '1.2.3',
    last_seen_at: '2026-10-01T12:00:00.000Z',
    link: {
      last_sync_at: '2026-10-01T12:00:00.000Z',
      clock_skew_ms: 2500,
      events_waiting: 3,
    },
    runners: [{ name: 'shell', ready: true, detail: null }],
    health: { ok: 1, warning: 1, failing: 0 },
    policy: { mode: 'control', allow: ['job.*'], deny: ['update.install'] },
    checks: [{ name: 'key', state: 'warning', message: 'expires soon', fix: 'renew it' }],
    skills: [{ name: 'deploy-check', machine_name: 'build-01', hosted_url: false, last_job: null }],
    broken_skills: [{ name: 'half-done', error: 'no front matter' }],
    statistics: { jobs: 0, p50_ms: null },
    config: 'mode: control\n',
  });
  expect(toMachineDetail({ ...facts, admin: false })).not.toHaveProperty('config');
  expect(toMachineSummary(row, context)).not.toHaveProperty('config');
});
