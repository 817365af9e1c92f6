import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { FLEET_HOME, runFleet } from '../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../support/run-on-terminal.ts';
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts';

const JOB = { type: 'object', properties: { job: { type: 'string' } }, required: ['job'] };
const JOBS = [
  { id: 'job_bbbb0000001', state: 'done', created_at: '2026-01-01T10:00:00.000Z' },
  { id: 'job_aaaa0000002', state: 'done', created_at: '2026-01-01T09:00:00.000Z' },
  { id: 'job_aaaa0000003', machine_job_id: 'job_bbbb', created_at: '2026-01-01T08:00:00.000Z' },
  { id: 'job_cccc0000004', machine_job_id: 'run-7', created_at: '2026-01-01T07:00:00.000Z' },
];

let service: ScriptedService;
const sent = () =>
  service
    .calls()
    .filter(({ path }) => /(get|cancel|replay)_job$/.test(path))
    .map(({ body }) => JSON.parse(body).job);
beforeAll(async () => {
  service = await startScriptedService({
    tools: [
      { name: 'list_jobs', class: 'read', input_schema: { type: 'object' } },
      { name: 'get_job', class: 'read', input_schema: JOB },
      { name: 'replay_job', class: 'write', input_schema: JOB },
      { name: 'cancel_job', class: 'destructive', input_schema: JOB },
    ],
    answer({ body, path }) {
      const { job, waiting } = JSON.parse(body);
      if (!path.endsWith('/list_jobs')) return { body: { job: { id: job, state: 'done' } } };
      return { body: { jobs: waiting === true ? [] : JOBS, next_before: null } };
    },
  });
});
afterAll(() => service.stop());

let state = '';
let run = 0;
beforeEach(() => {
  run += 1;
  state = join(FLEET_HOME, `state-${run}`);
});

const env = (more: Readonly<Record<string, string>> = {}) => ({
  FLEET_BASE_URL: service.baseUrl,
  FLEET_API_KEY: 'key-1',
  FLEET_STATE_DIR: state,
  NO_COLOR: '1',
  ...more,
});
const fleet = (args: readonly string[], more = {}) => runFleet(args, { env: env(more) });

test('@last is the newest job that was listed; ids only are kept, for this user alone', async () => {
  proves('UI-last');
  const none = await fleet(['cloud', 'get-job', '@last']);
  expect({ code: none.code, none: /No last job is known/.test(none.stderr) }).toEqual({
    code: 6,
    none: true,
  });
  await fleet(['cloud', 'list-jobs'], { CI: 'true' });
  expect((await fleet(['cloud', 'get-job', '@last'])).code).toBe(6);
  await fleet(['cloud', 'list-jobs']);
  const { code, stderr } = await fleet(['cloud', 'get-job', '@last']);
  expect({ code, stderr, sent: sent().at(-1) }).toEqual({
    code: 0,
    stderr: '@last is job job_bbbb0000001.\n',
    sent: 'job_bbbb0000001',
  });
  const [name = ''] = readdirSync(join(state, 'last-ids'));
  const file = join(state, 'last-ids', name);
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toEqual(['job']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await fleet(['cloud', 'get-job', '@last'], { FLEET_API_KEY: 'key-2' })).code).toBe(6);
});

test('what acts on @last is confirmed by a person, and by nothing else', async ({ skip }) => {
  proves('UI-last-acts');
  await fleet(['cloud', 'list-jobs']);
  const before = sent().length;
  const alone = await fleet(['cloud', 'cancel-job', '@last', '--yes']);
  expect(alone.code).toBe(2);
  expect(alone.stderr).toContain('job_bbbb0000001');
  expect((await fleet(['cloud', 'replay-job', '@last'])).code).toBe(2);
  expect(sent().length).toBe(before);
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  const asked = await runOnTerminal(['cloud', 'replay-job', '@last', '--yes'], {
    env: env(),
    typed: 'y\r',
  });
  expect(asked.output).toMatch(/replay-job: job job_bbbb0000001[\s\S]*Continue\?/);
  expect([asked.code, sent().at(-1)]).toEqual([0, 'job_bbbb0000001']);
});

test('at a terminal a unique beginning is enough', async ({ skip }) => {
  proves('UI-id-beginning');
  const piped = await fleet(['cloud', 'get-job', 'job_bbbb0']);
  expect([piped.code, sent().at(-1)]).toEqual([0, 'job_bbbb0']);
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  const found = await runOnTerminal(['cloud', 'get-job', 'job_bbbb0'], { env: env() });
  expect(found.output).toContain('job_bbbb0 is job job_bbbb0000001.');
  expect([found.code, sent().at(-1)]).toEqual([0, 'job_bbbb0000001']);
  const several = await runOnTerminal(['cloud', 'get-job', 'job_aaaa'], { env: env() });
  expect(several.code).toBe(6);
  expect(several.output).toMatch(/job_aaaa0000002, job_aaaa0000003/);
  const own = await runOnTerminal(['cloud', 'get-job', 'run-7'], { env: env() });
  expect([own.code, sent().at(-1)]).toEqual([0, 'run-7']);
});

test('a machine that names its job by the beginning of the id of another does not get what is for that', async ({
  skip,
}) => {
  proves('UI-id-beginning');
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  const taken = await runOnTerminal(['cloud', 'get-job', 'job_bbbb'], { env: env() });
  expect([taken.code, sent().at(-1)]).toEqual([0, 'job_bbbb0000001']);
});

test('@last is what was set going last, also where the clock of the service was set back by an hour', async () => {
  proves('UI-last');
  const date = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toUTCString();
  let asked = 0;
  const setBack = await startScriptedService({
    tools: [
      { name: 'run_skill', class: 'write', input_schema: { type: 'object' } },
      { name: 'list_jobs', class: 'read', input_schema: { type: 'object' } },
      { name: 'cancel_job', class: 'destructive', input_schema: JOB },
    ],
    answer({ body, path }) {
      if (path.endsWith('/list_jobs')) {
        const created = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
        const jobs = [
          { id: 'job_second', created_at: created(11) },
          { id: 'job_first', created_at: created(12) },
        ];
        return { body: { jobs, next_before: null } };
      }
      if (path.endsWith('/cancel_job')) return { body: { job: JSON.parse(body).job } };
      asked += 1;
      const job = asked === 1 ? 'job_first' : 'job_second';
      const headers = { date: date(asked === 1 ? 12 : 11) };
      return { status: 202, headers, body: { pending: true, job } };
    },
  });
  onTestFinished(() => setBack.stop());
  const there = { FLEET_BASE_URL: setBack.baseUrl };
  await fleet(['cloud', 'run-skill'], there);
  await fleet(['cloud', 'run-skill'], there);
  await fleet(['cloud', 'list-jobs'], there);
  const { stderr } = await fleet(['cloud', 'cancel-job', '@last', '--yes'], there);
  expect(stderr).toContain('@last is job job_second.');
});
