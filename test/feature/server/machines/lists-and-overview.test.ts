import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import {
  reportsRunAs,
  startServerWithMachine,
  startServerWithWaitingJob,
} from '../../../support/server-with-machine.ts';
import { machineReport, skillReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

const DISK = { name: 'disk', state: 'failing', message: 'full', fix: 'Remove old jobs.' } as const;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

test('machines are listed, and one is shown in full, on both ways', async () => {
  proves(
    'OP-list_machines',
    'OP-get_machine',
    'ROUTE-GET-/api/v1/machines',
    'ROUTE-GET-/api/v1/machines/{machine}',
    'FIELD-machine',
    'FIELD-machine-config',
    'WIRE-times',
  );
  const { server } = await startServerWithMachine({ report: { checks: [DISK] } });
  await server.pair('never-seen');
  // Once its sync is held, nothing of the machine changes between two answers.
  await expect.poll(() => server.service.waiters.waiting).toBe(1);
  const list = await server.tool('list_machines', {}, 'read');
  expect((await server.call('/api/v1/machines')).body).toEqual(list.body);
  expect(list.body.next_before).toBeNull();
  expect(list.body.machines).toMatchObject([
    { name: 'never-seen', status: 'offline', mode: null, hostname: null, last_seen_at: null },
    { name: 'build-01', status: 'degraded', mode: 'control', hostname: 'build-01.local' },
  ]);
  expect(list.body.machines[1].last_seen_at).toMatch(TIME);
  expect(list.body.machines[1].link.events_waiting).toBe(0);
  const full = await server.tool('get_machine', { machine: 'build-01' }, 'read');
  const { body: byRoute } = await server.call('/api/v1/machines/build-01', { scope: 'read' });
  expect(byRoute).toEqual(full.body);
  expect(full.body).toMatchObject({
    policy: { mode: 'control', allow: [], deny: [] },
    checks: [DISK],
    skills: [{ name: 'deploy-check', last_job: null }],
    broken_skills: [],
    schedules: [],
    repositories: [],
    running_jobs: [],
    statistics: { jobs: 0 },
  });
  expect(full.body).not.toHaveProperty('config');
  const admin = await server.tool('get_machine', { machine: full.body.id });
  expect(admin.body.config).toBe('name: build-01\n');
});

test('a machine that was offline before the server stopped is so after its start, too', async () => {
  proves('WIRE-machine-status');
  const clock = createFakeClock();
  const dataFolder = await mkdtemp(join(tmpdir(), 'fleet-restart-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const server = await startTestServer({ clock, dataFolder });
  const [gone, busy] = [await server.pair('gone'), await server.pair('busy')];
  const sync = (token: string) => scriptMachine({ baseUrl: server.baseUrl, token }).sync();
  await sync(gone);
  clock.advance(60_000);
  await sync(busy);
  await server.close();
  clock.advance(600_000);
  const again = await startTestServer({ clock, dataFolder });
  const { body } = await again.tool('list_machines', {});
  expect(body.machines).toContainEqual(expect.objectContaining({ name: 'busy', status: 'online' }));
  expect(body.machines).toContainEqual(
    expect.objectContaining({ name: 'gone', status: 'offline' }),
  );
});

test('skills of every machine or of one carry their last job, on both ways', async () => {
  proves('OP-list_skills', 'ROUTE-GET-/api/v1/skills', 'FIELD-skill');
  const { server, job } = await startServerWithWaitingJob();
  await server.pair('empty');
  const { body } = await server.tool('list_skills', {}, 'read');
  expect(body.skills).toMatchObject([
    {
      ...skillReport(),
      machine_name: 'build-01',
      hosted_url: false,
      last_job: { id: job, state: 'needs_input' },
    },
  ]);
  expect((await server.call('/api/v1/skills')).body).toEqual(body);
  expect((await server.call('/api/v1/skills?machine=build-01')).body).toEqual(body);
  expect((await server.tool('list_skills', { machine: 'empty' })).body.skills).toEqual([]);
});

test('a skill that does not load is listed with the reason', async () => {
  proves('FIRST-broken-skill');
  const error = 'line 4: fleet.runner: is missing';
  const { server } = await startServerWithMachine({
    report: { broken_skills: [{ name: 'hello', error }] },
  });
  const { body } = await server.tool('list_skills', {}, 'read');
  expect(body.skills).toMatchObject([
    { name: 'hello', machine_name: 'build-01', runner: null, auth: null, last_job: null, error },
    { name: 'deploy-check', error: null },
  ]);
});

test('alerts are listed by state, type and machine', async () => {
  proves('OP-list_alerts', 'FIELD-alert', 'STATE-alert', 'EVENT-alert-types');
  const { server, machine, job } = await startServerWithWaitingJob();
  await machine.sync({
    report: machineReport({ checks: [DISK] }),
  });
  const list = async (input: object) => (await server.tool('list_alerts', input, 'read')).body;
  const all = await list({});
  expect(all.alerts).toMatchObject([
    { type: 'health_failing', state: 'open', machine_name: 'build-01', resolved_at: null },
    { type: 'needs_human', state: 'open', job },
  ]);
  expect(all.alerts[0].id).toMatch(/^alt_/);
  expect((await list({ type: 'needs_human' })).alerts).toHaveLength(1);
  expect((await list({ type: 'machine_offline' })).alerts).toEqual([]);
  expect((await list({ state: 'resolved' })).alerts).toEqual([]);
  const page = await list({ limit: 1, machine: 'build-01' });
  expect(page.next_before).not.toBeNull();
  const rest = await list({ limit: 1, before: page.next_before });
  expect(rest.alerts).toMatchObject([{ type: 'needs_human' }]);
});

test('the overview says what needs a person and which operation is next', async () => {
  proves('OP-describe_cloud');
  const { server, job } = await startServerWithWaitingJob();
  const { body } = await server.tool('describe_cloud', {}, 'run');
  expect(body).toMatchObject({
    organisation: { slug: 'first' },
    key: { scope: 'fleet:run', scopes: ['fleet:read', 'fleet:run'], role: 'member' },
    machines: [{ name: 'build-01', status: 'online' }],
    needs_attention: {
      counts: { needs_input: 1, in_progress: 0 },
      waiting_jobs: [{ id: job, question: { text: 'Which branch?' } }],
      open_alerts: [{ type: 'needs_human', job }],
      failed_jobs: [],
      rejected_deliveries: [],
      checks: [],
    },
    last_24_hours: { jobs: 1 },
  });
  expect(body.next_steps[0]).toMatchObject({ tool: 'list_inbox', input: { view: 'needs_input' } });
  expect(body.next_steps[0].why).toContain('answer_job');
});

test('the overview tells of the last 24 hours', async () => {
  const clock = createFakeClock();
  const answers = { 'job.run': reportsRunAs({ status: 'failed' }) };
  const { server } = await startServerWithMachine({ answers, start: { clock } });
  const run = { machine: 'build-01', skill: 'deploy-check', wait_seconds: 10 };
  const { body: job } = await server.tool('run_skill', run);
  clock.advance(24 * 60 * 60 * 1000);
  const { body: before } = await server.tool('describe_cloud', {});
  expect(before.last_24_hours.jobs).toBe(1);
  expect(before.needs_attention.failed_jobs).toMatchObject([{ id: job.id }]);
  expect(before.next_steps[0]).toMatchObject({ tool: 'get_job', input: { job: job.id } });
  clock.advance(1);
  const { body: after } = await server.tool('describe_cloud', {});
  expect(after.last_24_hours.jobs).toBe(0);
  expect(after.needs_attention.failed_jobs).toEqual([]);
});

test('the overview names failing checks, and where all is well what can be run', async () => {
  const { server } = await startServerWithMachine({ report: { checks: [DISK] } });
  const { body } = await server.tool('describe_cloud', {}, 'read');
  expect(body.needs_attention.checks).toMatchObject([{ machine_name: 'build-01', ...DISK }]);
  expect(body.next_steps[0]).toMatchObject({ tool: 'get_machine' });
  const well = await startServerWithMachine();
  expect((await well.server.tool('describe_cloud')).body.next_steps).toMatchObject([
    { tool: 'list_skills' },
  ]);
});
