import { expect, test } from 'vitest';
import { formatId } from '../../../src/server/database/row-id.ts';
import { resolveJob } from '../../../src/server/jobs/resolve-job.ts';
import { startJob } from '../../../src/server/jobs/start-job.ts';
import { sweep } from '../../../src/server/sweep.ts';
import { proves } from '../../support/proves.ts';
import { jobReport } from '../../support/sync-reports.ts';
import { openTestService } from '../../support/test-service.ts';

test('a machine cannot answer the command of another, nor take its job', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const stranger = await fixture.pair('stranger', await fixture.addOrganisation('other'));
  const neighbour = await fixture.pair('build-02');
  const order = { machine: machine.row, skill: 'deploy-check' };
  const { job, command } = await startJob(fixture.call(), order);
  const id = formatId('cmd', command.id);
  await machine.sync();
  for (const thief of [stranger, neighbour]) {
    await thief.sync({
      results: [{ command: id, error: null, result: { machine_job_id: 'stolen' } }],
      jobs: [jobReport({ job: formatId('job', job.id), title: 'stolen' })],
    });
  }
  expect((await machine.sync()).commands).toMatchObject([{ id }]);
  const own = await resolveJob(fixture.call(), formatId('job', job.id));
  expect(own).toMatchObject({ machine_job_id: null, title: 'deploy-check', status: 'queued' });
});

test('the job of a run is one row, from its order to its end', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const order = { machine: machine.row, skill: 'deploy-check' };
  const { job, command } = await startJob(fixture.call(), order);
  const id = formatId('job', job.id);
  await machine.sync();
  await machine.sync({
    results: [
      {
        command: formatId('cmd', command.id),
        error: null,
        result: { machine_job_id: '20261001-1' },
      },
    ],
    jobs: [jobReport({ job: id })],
  });
  fixture.clock.advance(700_000);
  await machine.sync({ jobs: [jobReport({ job: id, status: 'succeeded', outcome: 'done' })] });
  const jobs = await fixture.service.store.read((db) =>
    db.selectFrom('jobs').selectAll().execute(),
  );
  expect(jobs).toMatchObject([{ id: job.id, machine_job_id: '20261001-1', state: 'done' }]);
});

test('a run that was given up as expired stands as its machine says once it is heard of', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const order = { machine: machine.row, skill: 'deploy-check' };
  const { job } = await startJob(fixture.call(), order);
  const id = formatId('job', job.id);
  await machine.sync();
  fixture.clock.advance(600_000);
  await sweep(fixture.service);
  expect(await resolveJob(fixture.call(), id)).toMatchObject({ status: 'failed' });
  const told = jobReport({ job: id, status: 'succeeded', outcome: 'done' });
  await machine.sync({ jobs: [told] });
  const heard = { status: 'succeeded', state: 'done', failure: null };
  expect(await resolveJob(fixture.call(), id)).toMatchObject(heard);
  await machine.sync({ jobs: [{ ...told, status: 'failed' }] });
  expect(await resolveJob(fixture.call(), id)).toMatchObject(heard);
});

test('a job that the machine started itself is one row, however often it is reported', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  await machine.sync({ jobs: [jobReport()] });
  const first = await resolveJob(fixture.call(), '20261001-1');
  await machine.sync({
    jobs: [jobReport({ status: 'waiting' }), jobReport({ status: 'running' })],
  });
  const again = await resolveJob(fixture.call(), '20261001-1');
  expect(again.id).toBe(first.id);
  expect(again.state).toBe('in_progress');
});

test.each(['succeeded', 'failed', 'cancelled', 'timed_out'] as const)(
  'a job that has %s is not moved back by a late report',
  async (status) => {
    proves('STATE-job');
    const fixture = await openTestService();
    const machine = await fixture.pair('build-01');
    await machine.sync({ jobs: [jobReport({ status })] });
    const ended = await resolveJob(fixture.call(), '20261001-1');
    await machine.sync({ jobs: [jobReport({ status: 'running' })] });
    expect(await resolveJob(fixture.call(), '20261001-1')).toEqual(ended);
  },
);

test('a run that ended by needing a person goes on when it is resumed', async () => {
  proves('STATE-job-answer-resume-auto');
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  await machine.sync({ jobs: [jobReport({ status: 'succeeded', outcome: 'needs_human' })] });
  expect(await resolveJob(fixture.call(), '20261001-1')).toMatchObject({ state: 'needs_input' });
  await machine.sync({ jobs: [jobReport({ status: 'running' })] });
  expect(await resolveJob(fixture.call(), '20261001-1')).toMatchObject({ state: 'in_progress' });
});

test('a run result that names a job the machine has already does no harm', async () => {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const order = { machine: machine.row, skill: 'deploy-check' };
  const { command } = await startJob(fixture.call(), order);
  await machine.sync({ jobs: [jobReport()] });
  const result = { machine_job_id: '20261001-1' };
  const results = [{ command: formatId('cmd', command.id), error: null, result }];
  await expect(machine.sync({ results })).resolves.toMatchObject({ commands: [] });
});

test.each([['a\0b'], ['x'.repeat(201)], [''], [7]])(
  'a run answered with the id %j has none',
  async (machine_job_id) => {
    const fixture = await openTestService();
    const machine = await fixture.pair('build-01');
    const { job, command } = await startJob(fixture.call(), { machine: machine.row, skill: 'a' });
    await machine.sync();
    const result = {
      command: formatId('cmd', command.id),
      error: null,
      result: { machine_job_id },
    };
    await machine.sync({ results: [result] });
    const linked = await resolveJob(fixture.call(), formatId('job', job.id));
    expect(linked.machine_job_id).toBe(null);
  },
);
