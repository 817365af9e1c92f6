import { expect, test } from 'vitest';
import { awaitJob } from '../../../src/server/fleet/await-job.ts';
import { jobState, mayChange } from '../../../src/server/fleet/job-state.ts';
import { jobDetail, jobSummary } from '../../../src/server/fleet/job-view.ts';
import { queueCommand } from '../../../src/server/fleet/queue-command.ts';
import { resolveJob } from '../../../src/server/fleet/resolve-job.ts';
import { startJob } from '../../../src/server/fleet/start-job.ts';
import { sweep } from '../../../src/server/fleet/sweep.ts';
import { listJobs } from '../../../src/server/store/jobs.ts';
import { formatId } from '../../../src/server/store/row-id.ts';
import { proves } from '../../support/proves.ts';
import { jobReport, machineReport, openHouse, settle } from './open-house.ts';

const QUESTION = {
  text: 'Deploy now?',
  context: null,
  choices: { options: ['yes', 'no'], recommended: 'yes', multiple: false },
};

async function houseWithMachine() {
  const house = await openHouse();
  const machine = await house.pair('build-01');
  await machine.sync({ report: machineReport() });
  const { row } = machine;
  const current = await house.service.store.read((db) =>
    db.selectFrom('machines').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow(),
  );
  return { house, machine: { ...machine, row: current } };
}

test.each([
  ['queued', null, false, 'in_progress'],
  ['running', null, false, 'in_progress'],
  ['running', 'needs_human', false, 'in_progress'],
  ['waiting', null, false, 'needs_input'],
  ['succeeded', null, false, 'done'],
  ['succeeded', 'done', false, 'done'],
  ['succeeded', 'not_done', false, 'failed'],
  ['succeeded', 'needs_human', false, 'needs_input'],
  ['succeeded', 'needs_human', true, 'done'],
  ['failed', null, false, 'failed'],
  ['failed', 'needs_human', false, 'needs_input'],
  ['failed', 'needs_human', true, 'failed'],
  ['cancelled', 'needs_human', false, 'failed'],
  ['cancelled', null, false, 'failed'],
  ['timed_out', null, false, 'failed'],
] as const)('%s with outcome %s, answered %s, is %s', (status, outcome, answered, state) => {
  proves('STATE-job');
  expect(jobState({ status, outcome, answered })).toBe(state);
});

test.each([
  ['queued', null, true],
  ['waiting', null, true],
  ['succeeded', 'done', false],
  ['succeeded', 'needs_human', true],
  ['failed', null, false],
  ['cancelled', 'needs_human', false],
  ['timed_out', null, false],
] as const)('a report may change a job that is %s with outcome %s: %s', (status, outcome, may) => {
  expect(mayChange({ status, outcome })).toBe(may);
});

test('a started job is queued with its id in the command that starts it', async () => {
  const { house, machine } = await houseWithMachine();
  const { job, command } = await startJob(house.call(), {
    machine: machine.row,
    skill: 'deploy-check',
    payload: { ref: 'main' },
    headers: { 'x-event': 'push' },
    effort: 'high',
  });
  expect(jobSummary(job, machine.row)).toMatchObject({
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
  ['unknown', 'skill: unknown is not a skill of the machine build-01'],
  ['half-done', 'skill: half-done failed to load on the machine build-01'],
])('the skill %s is refused by name', async (skill, message) => {
  const { house, machine } = await houseWithMachine();
  const order = { machine: machine.row, skill };
  const starting = async () => startJob(house.call(), order);
  await expect(starting()).rejects.toMatchObject({ code: 'invalid_request', message });
});

test('a machine in observe mode is sent no job, and none is left behind', async () => {
  proves('RULE-4');
  const { house, machine } = await houseWithMachine();
  const policy = { mode: 'observe', allow: [], deny: [] } as const;
  await machine.sync({ report: machineReport({ policy }) });
  const starting = async () =>
    startJob(house.call(), { machine: machine.row, skill: 'deploy-check' });
  await expect(starting()).rejects.toMatchObject({ code: 'denied_by_machine' });
  const jobs = await house.service.store.read((db) =>
    listJobs(db, house.organisation, {}, { limit: 10 }),
  );
  expect(jobs).toEqual([]);
});

test('a job whose command expires has failed as expired', async () => {
  proves('RULE-2');
  const { house, machine } = await houseWithMachine();
  const { job } = await startJob(house.call(), { machine: machine.row, skill: 'deploy-check' });
  house.clock.advance(600_000);
  await sweep(house.service);
  const ended = await resolveJob(house.call(), formatId('job', job.id));
  expect(jobDetail({ job: ended, machine: machine.row, commands: [] })).toMatchObject({
    state: 'failed',
    status: 'failed',
    failure: { kind: 'expired', message: 'the machine has not run it within 10 minutes' },
    ended_at: '2026-10-01T12:10:00.000Z',
  });
});

test('a job whose machine refuses the command has failed as refused', async () => {
  const { house, machine } = await houseWithMachine();
  const { job, command } = await startJob(house.call(), {
    machine: machine.row,
    skill: 'deploy-check',
  });
  await machine.sync();
  const error = { code: 'denied_by_machine', message: 'job.run is on the deny list' };
  await machine.sync({ results: [{ command: formatId('cmd', command.id), error, result: null }] });
  const ended = await resolveJob(house.call(), formatId('job', job.id));
  expect(jobSummary(ended, machine.row)).toMatchObject({
    state: 'failed',
    failure: { kind: 'denied_by_machine', message: 'job.run is on the deny list' },
  });
});

test('whoever waits for a job is woken when it asks a person', async () => {
  proves('RULE-3');
  const { house, machine } = await houseWithMachine();
  const { job } = await startJob(house.call(), { machine: machine.row, skill: 'deploy-check' });
  const waiting = awaitJob(house.call(), job, 240);
  await settle();
  const id = formatId('job', job.id);
  await machine.sync({ jobs: [jobReport({ job: id })] });
  await settle();
  expect(house.service.waiters.held).toBe(1);
  await machine.sync({
    jobs: [jobReport({ job: id, status: 'waiting', question: QUESTION })],
  });
  const asked = await waiting;
  expect(jobSummary(asked, machine.row)).toMatchObject({
    id,
    state: 'needs_input',
    question: QUESTION,
  });
  expect(house.service.waiters.held).toBe(0);
});

async function houseWithQuestion(status: 'waiting' | 'succeeded') {
  const { house, machine } = await houseWithMachine();
  const outcome = status === 'succeeded' ? 'needs_human' : null;
  await machine.sync({ jobs: [jobReport({ status, outcome, question: QUESTION })] });
  const job = await resolveJob(house.call(), '20261001-1');
  const args = {
    machine_job_id: '20261001-1',
    answer: 'do it',
    options: ['yes'],
    resume: 'auto',
    by: 'tests',
  };
  const order = {
    machine: machine.row,
    type: 'job.answer',
    args,
    job,
    audit: 'job.answer',
  } as const;
  const command = formatId('cmd', (await queueCommand(house.call(), order)).id);
  await machine.sync();
  const deliver = (resumed: boolean) =>
    machine.sync({
      results: [
        {
          command,
          error: null,
          result: { machine_job_id: '20261001-1', delivered: true, resumed },
        },
      ],
    });
  const read = () => resolveJob(house.call(), '20261001-1');
  return { house, machine, deliver, read };
}

test('an answer that the machine took ends the asking at once', async () => {
  proves('STATE-job-answer-waiting');
  const { machine, deliver, read } = await houseWithQuestion('waiting');
  await deliver(false);
  const job = await read();
  expect(jobDetail({ job, machine: machine.row, commands: [] })).toMatchObject({
    state: 'in_progress',
    status: 'running',
    answer: { text: 'do it', options: ['yes'], by: 'tests', at: '2026-10-01T12:00:00.000Z' },
  });
});

test.each([
  [true, 'in_progress', 'running'],
  [false, 'done', 'succeeded'],
] as const)(
  'a run that ended with a question, resumed %s, is %s',
  async (resumed, state, status) => {
    const { deliver, read } = await houseWithQuestion('succeeded');
    await deliver(resumed);
    expect(await read()).toMatchObject({ state, status });
  },
);

test('an answer does not silence a question that the machine asked since', async () => {
  const { house, machine, deliver, read } = await houseWithQuestion('waiting');
  house.clock.advance(1000);
  const next = { ...QUESTION, text: 'And the other one?' };
  await machine.sync({ jobs: [jobReport({ status: 'waiting', question: next })] });
  await deliver(false);
  expect(await read()).toMatchObject({ state: 'needs_input', status: 'waiting' });
});

test('a job is found by either id, and two machines may use the same one', async () => {
  proves('CONV-job-id', 'CONV-ambiguous', 'ERR-ambiguous_job', 'ERR-unknown_job');
  const { house, machine } = await houseWithMachine();
  await machine.sync({ jobs: [jobReport()] });
  const job = await resolveJob(house.call(), '20261001-1');
  expect(await resolveJob(house.call(), formatId('job', job.id))).toEqual(job);
  const second = await house.pair('build-02');
  await second.sync({ jobs: [jobReport()] });
  await expect(resolveJob(house.call(), '20261001-1')).rejects.toMatchObject({
    code: 'ambiguous_job',
    status: 409,
    message: expect.stringContaining(formatId('job', job.id)),
  });
  await expect(resolveJob(house.call(), 'job_00000000000')).rejects.toMatchObject({
    code: 'unknown_job',
    status: 404,
  });
  const other = house.call({ organisation: await house.addOrganisation('other') });
  await expect(resolveJob(other, formatId('job', job.id))).rejects.toMatchObject({
    code: 'unknown_job',
  });
});

test('recent updates are shown only while the job runs', async () => {
  const { house, machine } = await houseWithMachine();
  const progress = {
    message: 'half',
    percent: 50,
    step: 'two',
    recent_updates: [{ at: '2026-10-01T12:00:00.000Z', message: 'half' }],
  };
  await machine.sync({ jobs: [jobReport({ progress })] });
  const running = await resolveJob(house.call(), '20261001-1');
  expect(jobSummary(running, machine.row).progress).toEqual(progress);
  await machine.sync({ jobs: [jobReport({ progress, status: 'succeeded', outcome: 'done' })] });
  const done = await resolveJob(house.call(), '20261001-1');
  expect(jobSummary(done, machine.row).progress).toEqual({
    message: 'half',
    percent: 50,
    step: 'two',
  });
});

test('a long result is whole in the job and an excerpt in lists', async () => {
  const { house, machine } = await houseWithMachine();
  const result = '😀'.repeat(1000);
  await machine.sync({ jobs: [jobReport({ result })] });
  const job = await resolveJob(house.call(), '20261001-1');
  const detail = jobDetail({ job, machine: machine.row, commands: [] });
  expect(detail.result).toBe(result);
  expect(detail.result_excerpt).toBe(`${'😀'.repeat(299)}…`);
});

test('jobs are filtered by machine, skill, status, outcome and waiting', async () => {
  const { house, machine } = await houseWithMachine();
  await machine.sync({
    jobs: [
      jobReport({ machine_job_id: 'a' }),
      jobReport({ machine_job_id: 'b', status: 'succeeded', outcome: 'done', skill: 'other' }),
      jobReport({ machine_job_id: 'c', status: 'waiting' }),
    ],
  });
  const list = async (filter: Parameters<typeof listJobs>[2]) => {
    const rows = await house.service.store.read((db) =>
      listJobs(db, house.organisation, filter, { limit: 10 }),
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
