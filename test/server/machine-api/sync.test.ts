import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { MachineReport } from '../../../src/contract/record/machine.ts';
import { queueCommand } from '../../../src/server/commands/queue-command.ts';
import { formatId } from '../../../src/server/database/row-id.ts';
import { resolveJob } from '../../../src/server/jobs/resolve-job.ts';
import { sync } from '../../../src/server/machine-api/sync.ts';
import { proves } from '../../support/proves.ts';
import { jobReport, machineReport, syncRequest } from '../../support/sync-reports.ts';
import {
  openTestService,
  type PairedMachine,
  type TestService,
} from '../../support/test-service.ts';

async function queuePing({ call }: TestService, { row }: PairedMachine): Promise<string> {
  const order = { machine: row, type: 'ping', args: {}, audit: 'command.send' } as const;
  return formatId('cmd', (await queueCommand(call(), order)).id);
}

const ids = ({ commands }: { readonly commands: readonly { readonly id: string }[] }) =>
  commands.map(({ id }) => id);

test('a sync is answered with the machine’s id and when to sync again', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  expect(await machine.sync()).toEqual({
    machine: formatId('mac', machine.row.id),
    commands: [],
    hosted: [],
    store_payloads: true,
    next_sync_seconds: 10,
  });
});

test('no token is unauthorized; a wrong, foreign, revoked or malformed one is invalid', async () => {
  proves('RULE-1');
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const other = await fixture.pair('build-02');
  const body = syncRequest(fixture.clock.now());
  const attempt = (token: string | undefined) =>
    sync(fixture.service, token, async () => body, new AbortController().signal);
  await expect(attempt(undefined)).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
  const mixed = machine.token.slice(0, 19) + other.token.slice(19);
  for (const token of ['', 'fleetm_x', `${machine.token}x`, mixed, machine.token.toUpperCase()]) {
    await expect(attempt(token)).rejects.toMatchObject({ code: 'invalid_key', status: 401 });
  }
  await disconnect(fixture, machine);
  await expect(attempt(machine.token)).rejects.toMatchObject({ code: 'invalid_key' });
  await expect(attempt(other.token)).resolves.toMatchObject({ commands: [] });
});

function disconnect({ service }: TestService, { row }: PairedMachine) {
  return service.store.write(async ({ db, now, wake }) => {
    await db
      .updateTable('machines')
      .set({ disconnected_at: now })
      .where('id', '=', row.id)
      .execute();
    wake(`machine:${row.id}`);
  });
}

test.each([
  ['wait_seconds', { wait_seconds: 56 }],
  ['sent_at', { sent_at: 'yesterday' }],
  ['sent_at', { sent_at: '2026-02-30T00:00:00Z' }],
  ['jobs.0.status', { jobs: [{ ...jobReport(), status: 'asleep' }] }],
  ['jobs.0.machine_job_id', { jobs: [jobReport({ machine_job_id: 'a\0b' })] }],
  ['results.0.command', { results: [{ command: '', error: null, result: 1 }] }],
  ['report.policy.mode', { report: { ...machineReport(), policy: { mode: 'god' } } }],
  ['events_waiting', { events_waiting: -1 }],
])('a wrong %s is refused by name', async (field, change) => {
  const fixture = await openTestService();
  const { token } = await fixture.pair('build-01');
  const body = { ...syncRequest(fixture.clock.now()), ...change };
  const attempt = sync(fixture.service, token, async () => body, new AbortController().signal);
  await expect(attempt).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(new RegExp(`^\`${field}\` is not `)),
  });
});

test.each([null, 'text', [], 7])('a body that is %j is refused', async (body) => {
  const fixture = await openTestService();
  const { token } = await fixture.pair('build-01');
  const attempt = sync(fixture.service, token, async () => body, new AbortController().signal);
  await expect(attempt).rejects.toMatchObject({ code: 'invalid_request' });
});

test('text that is too long is cut, so that no machine is shut out for it', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const timeline = Array.from({ length: 1500 }, (_, number) => ({
    at: '2026-10-01T14:00:00+02:00',
    kind: 'progress',
    message: `step ${number}`,
  }));
  await machine.sync({ jobs: [jobReport({ title: '😀'.repeat(600), summary: 'a\0b', timeline })] });
  const job = await resolveJob(fixture.call(), '20261001-1');
  expect([...job.title]).toHaveLength(500);
  const report = JSON.parse(job.report ?? '');
  expect(report.summary).toBe('a\ufffdb');
  expect(report.timeline).toHaveLength(1000);
  expect(report.timeline[999]).toEqual({
    at: '2026-10-01T12:00:00.000Z',
    kind: 'progress',
    message: 'step 1499',
  });
});

test('no name, and no number of skills, shuts a machine out', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const report = machineReport();
  const [skill] = report.skills;
  const skills = Array.from({ length: 1100 }, (_, number) => ({
    ...skill,
    name: `skill-${number}`,
    model: 'a\0b',
  }));
  const check = { name: 'x\0y', state: 'ok', message: 'fine', fix: null } as const;
  const broken_skills = Array.from({ length: 1100 }, () => ({ name: 'b'.repeat(300), error: '' }));
  const failure = { kind: 'a\0b', message: 'failed' };
  await machine.sync({
    report: { ...report, skills, broken_skills, checks: Array(200).fill(check) } as MachineReport,
    jobs: [jobReport({ status: 'failed', outcome: 'not_done', failure })],
  });
  const job = await resolveJob(fixture.call(), '20261001-1');
  expect(JSON.parse(job.report ?? '').failure.kind).toBe('a\ufffdb');
  const [row] = await fixture.service.store.read((db) =>
    db.selectFrom('machines').select('report').execute(),
  );
  const kept = JSON.parse(row?.report ?? '');
  expect(kept.skills).toHaveLength(1000);
  expect(kept.skills[999]).toMatchObject({ name: 'skill-999', model: 'a\ufffdb' });
  expect(kept.broken_skills).toHaveLength(1000);
  expect(kept.broken_skills[0].name).toHaveLength(200);
  expect(kept.checks).toHaveLength(100);
});

test('a held sync is woken by a command', async () => {
  proves('RULE-1', 'WIRE-sync');
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const held = machine.sync({ wait_seconds: 10 });
  await fixture.untilHeld();
  expect(fixture.service.waiters.waiting).toBe(1);
  const command = await queuePing(fixture, machine);
  expect(ids(await held)).toEqual([command]);
  expect(fixture.service.waiters.waiting).toBe(0);
});

test('a held sync keeps neither what its machine reports nor what it reported before', async () => {
  proves('ATTACK-held-server-bodies');
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const fixture = await openTestService();
  const { token } = await fixture.pair('build-01');
  const kept: WeakRef<object>[] = [];
  const readBody = async (machine: object) => {
    const result = { output: 'a file' };
    const body = { ...syncRequest(fixture.clock.now()), wait_seconds: 10 };
    kept.push(new WeakRef(machine), new WeakRef(result));
    return { ...body, results: [{ command: 'cmd_1', error: null, result }] };
  };
  const held = sync(fixture.service, token, readBody, new AbortController().signal);
  await fixture.untilHeld();
  await setImmediate();
  collectGarbage();
  expect(kept.map((each) => each.deref())).toEqual([undefined, undefined]);
  fixture.clock.advance(10_000);
  expect(ids(await held)).toEqual([]);
});

test('a held sync ends when its time is over, and never later than a sync interval', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const held = machine.sync({ wait_seconds: 55 });
  await fixture.untilHeld();
  fixture.clock.advance(10_000);
  expect(ids(await held)).toEqual([]);
});

test('a machine that is disconnected while its sync is held is told so at once', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const held = machine.sync({ wait_seconds: 10 });
  const refused = expect(held).rejects.toMatchObject({ code: 'invalid_key' });
  await fixture.untilHeld();
  await disconnect(fixture, machine);
  await refused;
});

test('a machine that hangs up frees its place and gets the command with its next sync', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const hangUp = new AbortController();
  const held = machine.sync({ wait_seconds: 10 }, hangUp.signal);
  await fixture.untilHeld();
  hangUp.abort();
  expect(ids(await held)).toEqual([]);
  expect(fixture.service.waiters.waiting).toBe(0);
  const command = await queuePing(fixture, machine);
  expect(ids(await machine.sync())).toEqual([command]);
});

test('a command is handed out again until the machine says that it has it', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const command = await queuePing(fixture, machine);
  expect(ids(await machine.sync())).toEqual([command]);
  expect(ids(await machine.sync())).toEqual([command]);
  expect(ids(await machine.sync({ holding: [command] }))).toEqual([]);
  const results = [{ command, error: null, result: 'first' }];
  expect(ids(await machine.sync({ results }))).toEqual([]);
  const again = [{ command, error: null, result: 'second' }];
  expect(ids(await machine.sync({ results: again }))).toEqual([]);
  const stored = await fixture.service.store.read((db) =>
    db.selectFrom('commands').selectAll().executeTakeFirstOrThrow(),
  );
  expect(stored).toMatchObject({ status: 'succeeded', result: '"first"' });
});

test('a machine collects twenty commands at a time, oldest first, and only its own', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  await queuePing(fixture, await fixture.pair('build-02'));
  const queued: string[] = [];
  for (let count = 0; count < 22; count += 1) queued.push(await queuePing(fixture, machine));
  const first = await machine.sync();
  expect(ids(first)).toEqual(queued.slice(0, 20));
  expect(ids(await machine.sync({ holding: ids(first) }))).toEqual(queued.slice(20));
});
