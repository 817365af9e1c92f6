import { expect, test } from 'vitest';
import { formatId } from '../../../src/server/database/row-id.ts';
import { awaitJob } from '../../../src/server/jobs/await-job.ts';
import { toJobDetail, toJobSummary } from '../../../src/server/jobs/job-record.ts';
import { listJobs } from '../../../src/server/jobs/listed-jobs.ts';
import { resolveJob } from '../../../src/server/jobs/resolve-job.ts';
import { startJob } from '../../../src/server/jobs/start-job.ts';
import { resolveMachine } from '../../../src/server/machines/resolve-machine.ts';
import { sweep } from '../../../src/server/sweep.ts';
import { proves } from '../../support/proves.ts';
import { jobReport, machineReport } from '../../support/sync-reports.ts';
import { openServiceWithMachine, QUESTION } from '../../support/test-service.ts';

test('a started job is queued with its id in the command that starts it', async () => {
  const { fixture, machine } = await openServiceWithMachine();
  const { job, command } = await startJob(fixture.call(), {
    machine: machine.row,
    skill: 'deploy-check',
    payload: { ref: 'main' },
    headers: { 'x-event': 'push' },
    effort: 'high',
  });
  expect(toJobSummary(job, machine.row)).toMatchObject({
    id: formatId('job', job.id),
    machine_job_id: null,
    machine_name: 'build-01',
    state: 'in_progress',
    status: 'queued',
    trigger: 'run',
    runner: 'shell',
  });
  expect(command.job).toBe(job.id);
  expect((await machine.sync()).commands).toEqual([
    {
      id: formatId('cmd', command.id),
      type: 'job.run',
      args: {
        job: formatId('job', job.id),
        skill: 'deploy-check',
        payload: { ref: 'main' },
        headers: { 'x-event': 'push' },
        effort: 'high',
      },
      expires_in_seconds: 600,
    },
  ]);
});

test.each([
  [
    'unknown',
    '`skill` is "unknown", which is not a skill of the machine build-01; one that was just written there is known in some seconds.',
  ],
  ['half-done', '`skill` is "half-done", which does not load on the machine build-01: line 4: bad'],
])('the skill %s is refused by name', async (skill, message) => {
  const { fixture, machine } = await openServiceWithMachine();
  const broken_skills = [{ name: 'half-done', error: 'line 4: bad' }];
  await machine.sync({ report: machineReport({ broken_skills }) });
  const row = await resolveMachine(fixture.call(), 'build-01');
  const order = { machine: row, skill };
  const starting = async () => startJob(fixture.call(), order);
  await expect(starting()).rejects.toMatchObject({ code: 'invalid_request', message });
});

test('a machine in observe mode is sent no job, and none is left behind', async () => {
  proves('RULE-4');
  const { fixture, machine } = await openServiceWithMachine();
  const policy = { mode: 'observe', allow: [], deny: [] } as const;
  await machine.sync({ report: machineReport({ policy }) });
  const starting = async () =>
    startJob(fixture.call(), { machine: machine.row, skill: 'deploy-check' });
  await expect(starting()).rejects.toMatchObject({ code: 'denied_by_machine' });
  const jobs = await fixture.service.store.read((db) =>
    listJobs(db, fixture.organisation, {}, { limit: 10 }),
  );
  expect(jobs).toEqual([]);
});

test('a job whose command expires has failed as expired', async () => {
  proves('RULE-2');
  const { fixture, machine } = await openServiceWithMachine();
  const { job } = await startJob(fixture.call(), { machine: machine.row, skill: 'deploy-check' });
  fixture.clock.advance(600_000);
  await sweep(fixture.service);
  const ended = await resolveJob(fixture.call(), formatId('job', job.id));
  expect(toJobDetail({ job: ended, machine: machine.row, commands: [] })).toMatchObject({
    state: 'failed',
    status: 'failed',
    failure: {
      kind: 'expired',
      message: 'the machine has not collected it within 10 minutes; it was not run and will not be',
    },
    ended_at: '2026-10-01T12:10:00.000Z',
  });
});

test('a job whose machine refuses the command has failed as refused', async () => {
  const { fixture, machine } = await openServiceWithMachine();
  const { job, command } = await startJob(fixture.call(), {
    machine: machine.row,
    skill: 'deploy-check',
  });
  await machine.sync();
  const error = { code: 'denied_by_machine', message: 'job.run is on the deny list' };
  await machine.sync({ results: [{ command: formatId('cmd', command.id), error, result: null }] });
  const ended = await resolveJob(fixture.call(), formatId('job', job.id));
  expect(toJobSummary(ended, machine.row)).toMatchObject({
    state: 'failed',
    failure: { kind: 'denied_by_machine', message: 'job.run is on the deny list' },
  });
});

test('whoever waits for a job is woken when it asks a person', async () => {
  proves('RULE-3');
  const { fixture, machine } = await openServiceWithMachine();
  const { job } = await startJob(fixture.call(), { machine: machine.row, skill: 'deploy-check' });
  const waiting = awaitJob(fixture.call(), job, 240);
  await fixture.untilHeld();
  const id = formatId('job', job.id);
  await machine.sync({ jobs: [jobReport({ job: id })] });
  await fixture.untilHeld();
  expect(fixture.service.waiters.waiting).toBe(1);
  await machine.sync({
    jobs: [jobReport({ job: id, status: 'waiting', question: QUESTION })],
  });
  const asked = await waiting;
  expect(toJobSummary(asked, machine.row)).toMatchObject({
    id,
    state: 'needs_input',
    question: QUESTION,
  });
  expect(fixture.service.waiters.waiting).toBe(0);
});

test('a job is found by either id, and two machines may use the same one', async () => {
  proves('CONV-job-id', 'CONV-ambiguous', 'ERR-ambiguous_job', 'ERR-unknown_job');
  const { fixture, machine } = await openServiceWithMachine();
  await machine.sync({ jobs: [jobReport()] });
  const job = await resolveJob(fixture.call(), '20261001-1');
  expect(await resolveJob(fixture.call(), formatId('job', job.id))).toEqual(job);
  const second = await fixture.pair('build-02');
  await second.sync({ jobs: [jobReport()] });
  await expect(resolveJob(fixture.call(), '20261001-1')).rejects.toMatchObject({
    code: 'ambiguous_job',
    status: 409,
    message: expect.stringContaining(formatId('job', job.id)),
  });
  await expect(resolveJob(fixture.call(), 'job_00000000000')).rejects.toMatchObject({
    code: 'unknown_job',
    status: 404,
  });
  const other = fixture.call({ organisation: await fixture.addOrganisation('other') });
  await expect(resolveJob(other, formatId('job', job.id))).rejects.toMatchObject({
    code: 'unknown_job',
  });
});

test('recent updates are shown only while the job runs', async () => {
  const { fixture, machine } = await openServiceWithMachine();
  const progress = {
    message: 'half',
    percent: 50,
    step: 'two',
    recent_updates: [{ at: '2026-10-01T12:00:00.000Z', message: 'half' }],
  };
  await machine.sync({ jobs: [jobReport({ progress })] });
  const running = await resolveJob(fixture.call(), '20261001-1');
  expect(toJobSummary(running, machine.row).progress).toEqual(progress);
  await machine.sync({ jobs: [jobReport({ progress, status: 'succeeded', outcome: 'done' })] });
  const done = await resolveJob(fixture.call(), '20261001-1');
  expect(toJobSummary(done, machine.row).progress).toEqual({
    message: 'half',
    percent: 50,
    step: 'two',
  });
});

test('a long result is whole in the job and an excerpt in lists', async () => {
  const { fixture, machine } = await openServiceWithMachine();
  const result = '😀'.repeat(1000);
  await machine.sync({ jobs: [jobReport({ result })] });
  const job = await resolveJob(fixture.call(), '20261001-1');
  const detail = toJobDetail({ job, machine: machine.row, commands: [] });
  expect(detail.result).toBe(result);
  expect(detail.result_excerpt).toBe(`${'😀'.repeat(299)}…`);
});

test('jobs are filtered by machine, skill, status, outcome and waiting', async () => {
  const { fixture, machine } = await openServiceWithMachine();
  await machine.sync({
    jobs: [
      jobReport({ machine_job_id: 'a' }),
      jobReport({ machine_job_id: 'b', status: 'succeeded', outcome: 'done', skill: 'other' }),
      jobReport({ machine_job_id: 'c', status: 'waiting' }),
    ],
  });
  const list = async (filter: Parameters<typeof listJobs>[2]) => {
    const rows = await fixture.service.store.read((db) =>
      listJobs(db, fixture.organisation, filter, { limit: 10 }),
    );
    return rows.map((row) => row.machine_job_id);
  };
  expect(await list({})).toEqual(['c', 'b', 'a']);
  expect(await list({ skill: 'other' })).toEqual(['b']);
  expect(await list({ status: 'running' })).toEqual(['a']);
  expect(await list({ status: 'no such status' })).toEqual([]);
  expect(await list({ outcome: 'done' })).toEqual(['b']);
  expect(await list({ waiting: true })).toEqual(['c']);
  expect(await list({ waiting: false })).toEqual(['c', 'b', 'a']);
  expect(await list({ machine: machine.row.id + 1 })).toEqual([]);
});
