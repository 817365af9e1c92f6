import { expect, test } from 'vitest';
import { SYNC_PATH, type SyncRequest } from '../../../../src/contract/sync.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { machineReport, runReport, skillReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What `DEEP` stands for in a sync: no client could write it out from a value. */
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

async function startServerAndSync() {
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const machine = scriptMachine({ baseUrl, token });
  await machine.sync();
  const syncDeep = async (additions: Partial<SyncRequest>, levels: number) => {
    const sent_at = '2026-10-01T12:00:00.000Z';
    const rest = { jobs: [], holding: [], results: [], events_waiting: 0 };
    const body = JSON.stringify({ sent_at, wait_seconds: 0, ...rest, ...additions });
    const headers = { authorization: `Bearer ${token}` };
    const text = body.replace('"DEEP"', nested(levels));
    return server.call(SYNC_PATH, { scope: 'none', body: text, headers });
  };
  return { server, machine, syncDeep };
}

test.each([
  [200, 'succeeded', undefined],
  [201, 'failed', 'invalid_result'],
  [50_000, 'failed', 'invalid_result'],
])(
  'a result of %i levels: its command is %s, and the machine goes on',
  async (levels, status, code) => {
    proves('RULE-1');
    const { server, machine, syncDeep } = await startServerAndSync();
    const sent = await server.tool('send_command', { machine: 'build-01', type: 'ping' });
    const command = sent.body.command_id;
    await machine.sync();
    const results = [{ command, error: null, result: 'DEEP' }];
    expect((await syncDeep({ results }, levels)).status).toBe(200);
    const { body } = await server.tool('get_command', { command });
    expect([body.status, body.error?.code]).toEqual([status, code]);
    expect(JSON.stringify(body.result)).toBe(status === 'failed' ? 'null' : nested(levels));
  },
);

test('a filter of a skill that is nested too deeply is null, and the machine goes on', async () => {
  proves('RULE-1');
  const { server, syncDeep } = await startServerAndSync();
  const skill = skillReport({ when: [{ path: 'a', equals: 'DEEP' }, { path: 'b' }] });
  const report = machineReport({ skills: [skill] });
  expect((await syncDeep({ report }, 50_000)).status).toBe(200);
  const { skills } = (await server.call('/api/v1/skills')).body;
  expect(skills[0].when).toEqual([{ path: 'a', equals: null }, { path: 'b' }]);
});

test.each([
  ['9999-12-31T23:59:59.999-12:00', '9999-12-31T23:59:59.999Z'],
  ['0000-01-01T00:00:00.000+14:00', '0000-01-01T00:00:00.000Z'],
  ['2026-10-01T12:00:00+02:00', '2026-10-01T10:00:00.000Z'],
])('the time %s of a machine is shown as RFC 3339', async (at, shown) => {
  proves('WIRE-times');
  const { server, machine } = await startServerAndSync();
  const timeline = [{ at, kind: 'started', message: 'started' }];
  const ended = { status: 'succeeded', outcome: 'done', started_at: at, ended_at: at } as const;
  await machine.sync({ jobs: [runReport('a', { job: null, ...ended, timeline })] });
  const { body } = await server.call('/api/v1/jobs/m-a');
  expect([body.started_at, body.timeline[0].at]).toEqual([shown, shown]);
  for (const time of [body.created_at, body.updated_at]) expect(time).toMatch(RFC_3339);
});

test('a stranger is refused before the body of the sync is read', async () => {
  proves('ERR-unauthorized', 'ERR-invalid_key', 'ERR-invalid_json', 'ERR-too_large');
  const { server } = await startServerAndSync();
  const codeOf = async (authorization: string, body: string) => {
    const sent = { method: 'POST', scope: 'none', body, headers: { authorization } } as const;
    const answer = await server.call(SYNC_PATH, sent);
    return `${answer.status} ${answer.body.code}`;
  };
  const large = JSON.stringify('x'.repeat(9 * 1024 * 1024));
  for (const body of ['{', large]) {
    expect(await codeOf('', body)).toBe('401 unauthorized');
    expect(await codeOf(`Bearer ${server.machineToken}x`, body)).toBe('401 invalid_key');
  }
  const own = `Bearer ${server.machineToken}`;
  expect(await codeOf(own, '{')).toBe('400 invalid_json');
  expect(await codeOf(own, large)).toBe('413 too_large');
});
