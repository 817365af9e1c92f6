import { expect, test } from 'vitest';
import type { CommandError } from '../../../../src/contract/record/command.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

/** A run that its machine fetched and said nothing of until its time was over. */
async function startExpiredRun() {
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const { baseUrl, machineToken: token } = server;
  const machine = scriptMachine({ baseUrl, token });
  await machine.sync();
  const run = { machine: 'build-01', skill: 'deploy-check' };
  const { job, command_id: command } = (await server.tool('run_skill', run)).body;
  await machine.sync();
  clock.advance(600_000);
  const look = async () => (await server.tool('get_job', { job })).body;
  await expect
    .poll(async () => {
      clock.advance(1000);
      return (await look()).failure?.kind;
    })
    .toBe('expired');
  const result = (error: CommandError | null) => ({
    results: [{ command, error, result: error ? null : { machine_job_id: `m-${job}` } }],
  });
  return { server, machine, job, look, result };
}

const DONE = { status: 'succeeded', outcome: 'done', headline: 'Fine' } as const;

test('a job whose order expired on the way back is what its machine says, told with the result', async () => {
  proves('WIRE-late-job');
  const { server, machine, job, look, result } = await startExpiredRun();
  expect((await server.tool('list_alerts', { type: 'job_failed' })).body.alerts).toHaveLength(1);
  await machine.sync({ ...result(null), jobs: [runReport(job, DONE)] });
  expect(await look()).toMatchObject({ state: 'done', status: 'succeeded', headline: 'Fine' });
  expect((await look()).failure).toBe(null);
  expect((await server.tool('list_alerts', { type: 'job_failed' })).body.alerts).toEqual([]);
  // What has ended by its machine's word stays.
  await machine.sync({ jobs: [runReport(job, { status: 'failed', outcome: 'not_done' })] });
  expect((await look()).state).toBe('done');
});

test('a job whose result came late is what its machine says, told step by step after it', async () => {
  proves('WIRE-late-job');
  const { machine, job, look, result } = await startExpiredRun();
  await machine.sync(result(null));
  await machine.sync({ jobs: [runReport(job)] });
  expect(await look()).toMatchObject({ state: 'in_progress', status: 'running', failure: null });
  await machine.sync({ jobs: [runReport(job, DONE)] });
  expect((await look()).state).toBe('done');
});

test('a late refusal of the machine is what the job failed of', async () => {
  proves('WIRE-late-job');
  const { machine, look, result } = await startExpiredRun();
  await machine.sync(result({ code: 'invalid_skill', message: 'line 3' }));
  expect(await look()).toMatchObject({
    state: 'failed',
    failure: { kind: 'invalid_skill', message: 'line 3' },
  });
});
