import { expect, test } from 'vitest';
import { OPERATIONS, RESOURCES, STATES, WIRE } from '../../../requirements.ts';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { minimalInput } from '../../../support/operations/sample-inputs.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

/** A server whose one machine reported these jobs, each under the id of its place. */
async function serverWith(jobs: readonly Parameters<typeof runReport>[1][]): Promise<TestServer> {
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const reports = jobs.map((changes, place) => ({
    ...runReport(String(place), changes),
    machine_job_id: `m-${place}`,
    job: null,
  }));
  await scriptMachine({ baseUrl, token }).sync({ jobs: reports });
  return server;
}

/** Every member of `value` at any depth, with its name. */
function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.entries(value);
  return [...own, ...own.flatMap(([, member]) => membersOf(member))];
}

test('a list has its plural, newest first, and a cursor', async () => {
  proves('WIRE-list-shape', 'WIRE-ids', 'WIRE-times');
  const question = { text: 'Go on?', context: null, choices: null };
  const server = await serverWith([{ status: 'waiting', question }, {}, {}]);
  await server.tool('send_command', { machine: 'build-01', type: 'ping' });
  const prefixes: Readonly<Record<string, string>> = {
    list_machines: 'mac_',
    list_jobs: 'job_',
    list_alerts: 'alt_',
    list_commands: 'cmd_',
  };
  for (const [operation, plural] of Object.entries(WIRE['WIRE-list-shape'].plurals)) {
    const name = operation as keyof (typeof WIRE)['WIRE-list-shape']['plurals'];
    for (const { way, status, body } of await callAllWays(server, name, {})) {
      expect([way, status]).toEqual([way, 200]);
      expect(Object.keys(body).sort(), way).toEqual([plural, 'next_before'].sort());
      const ids: readonly string[] = body[plural].map(({ id }: { id: string }) => id);
      expect(ids.length, way).toBeGreaterThan(0);
      const prefix = prefixes[operation];
      if (prefix === undefined) continue;
      expect(
        ids.every((id) => id.startsWith(prefix)),
        way,
      ).toBe(true);
      expect(ids, way).toEqual([...ids].sort().reverse());
      const times = membersOf(body).filter(([member]) => /_at$|^at$|^last_/.test(member));
      const pattern = new RegExp(WIRE['WIRE-times'].pattern);
      for (const [member, time] of times) {
        if (typeof time === 'string') expect(time, `${way} ${member}`).toMatch(pattern);
      }
    }
  }
});

test('the inbox has its jobs, who waits and runs, and an offset', async () => {
  proves('WIRE-inbox-shape', 'LIM-inbox-offset');
  const server = await serverWith([{ status: 'waiting' }, {}, {}]);
  for (const { way, body } of await callAllWays(server, 'list_inbox', { view: 'all', limit: 2 })) {
    expect(Object.keys(body), way).toEqual(
      expect.arrayContaining(['counts', 'jobs', 'next_offset']),
    );
    expect(body.counts).toEqual({ needs_input: 1, in_progress: 2 });
    expect([way, body.jobs.length, body.next_offset]).toEqual([way, 2, 2]);
  }
  const rest = await server.call('/api/v1/inbox?view=all&limit=2&offset=2');
  expect([rest.body.jobs.length, rest.body.next_offset]).toEqual([1, null]);
  expect((await server.call('/api/v1/inbox?offset=10000')).status).toBe(200);
  for (const offset of ['10001', '-1', '1.5', 'x']) {
    const { status, body } = await server.call(`/api/v1/inbox?offset=${offset}`);
    expect([offset, status, body.code]).toEqual([offset, 400, 'invalid_request']);
    expect(body.detail).toContain('offset');
  }
});

test('the inbox state of a job follows from its status and outcome', async () => {
  proves('WIRE-job-state', 'WIRE-job-status', 'WIRE-job-outcome', 'STATE-job');
  const table = WIRE['WIRE-job-state'].table;
  const server = await serverWith(table.map(([status, outcome]) => ({ status, outcome })));
  const { jobs } = (await server.tool('list_jobs', { limit: 100 })).body;
  const seen = new Map<string, unknown>();
  for (const job of jobs) seen.set(job.machine_job_id, [job.status, job.outcome, job.state]);
  expect(table.map((_, place) => seen.get(`m-${place}`))).toEqual(table.map((row) => [...row]));
  const states = new Set(table.map(([, , state]) => state));
  expect([...states].sort()).toEqual([...STATES['STATE-job'].values].sort());
  expect([...new Set(table.map(([status]) => status))].sort()).toEqual(
    [...WIRE['WIRE-job-status'].values].sort(),
  );
});

test('a machine in observe mode accepts reads and refuses every action', async () => {
  proves('RULE-4', 'STATE-machine-mode', 'ERR-denied_by_machine@cancel_job');
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const policy = { mode: 'observe', allow: [], deny: [] } as const;
  const job = { ...runReport('1'), machine_job_id: 'm-1', job: null };
  await scriptMachine({ baseUrl, token, report: { policy } }).sync({ jobs: [job] });
  const machine = 'build-01';
  const actions = [
    ['run_skill', { machine, skill: 'deploy-check' }],
    ['cancel_job', { job: 'm-1' }],
    ['send_command', { machine, type: 'service.restart' }],
    ['send_command', { machine, type: 'update.install' }],
    ['send_command', { machine, type: 'config.patch', args: { unset: ['name'] } }],
    ['send_command', { machine, type: 'schedule.run', args: { name: 'a' } }],
  ] as const;
  for (const [operation, input] of actions) {
    for (const { way, status, body } of await callAllWays(server, operation, input)) {
      expect([way, status, body.code]).toEqual([way, 409, 'denied_by_machine']);
      expect(body.detail).toContain('observe');
    }
  }
  for (const type of ['ping', 'health.get', 'config.get', 'logs.tail']) {
    const { status } = await server.tool('send_command', { machine, type });
    expect([type, status]).toEqual([type, 202]);
  }
  expect((await server.tool('get_machine', { machine })).body.mode).toBe('observe');
});

test('each value of an enumeration that machines may report comes back as it was', async () => {
  proves('FIELD-runner', 'FIELD-artifact');
  const artifacts = RESOURCES['FIELD-artifact'].values.map((name) => ({ name, bytes: 1 }));
  const runners = RESOURCES['FIELD-runner'].values;
  const server = await serverWith(runners.map((runner) => ({ runner, artifacts })));
  for (const [place, runner] of runners.entries()) {
    const { body } = await server.tool('get_job', { job: `m-${place}` });
    expect(body.runner).toBe(runner);
    const names = body.artifacts.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...RESOURCES['FIELD-artifact'].values]);
  }
});

test('an operation without input answers an object on every way', async () => {
  const server = await startTestServer();
  for (const operation of ['describe_cloud', 'list_machines'] as const) {
    const input = minimalInput(OPERATIONS[operation].input);
    const [first, ...others] = await callAllWays(server, operation, input);
    expect(first?.status).toBe(200);
    for (const other of others) expect(other.body, other.way).toEqual(first?.body);
  }
});
