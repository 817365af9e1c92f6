import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import {
  reportsRunAs,
  startServerWithMachine,
  startServerWithWaitingJob,
} from '../../../support/server-with-machine.ts';
import { machineReport, runReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

test('a job is cancelled on its machine, on both ways', async () => {
  proves('OP-cancel_job', 'ROUTE-POST-/api/v1/jobs/{job}/cancel', 'STATE-job-cancel');
  for (const way of ['tool', 'route']) {
    const { server, machine, job } = await startServerWithWaitingJob({
      'job.cancel': ({ args }) => ({
        result: { machine_job_id: args['machine_job_id'], cancelled: true },
        jobs: [runReport(String(args['job']), { status: 'cancelled' })],
      }),
    });
    const { status, body } =
      way === 'tool'
        ? await server.tool('cancel_job', { job }, 'run')
        : await server.call(`/api/v1/jobs/${job}/cancel`, { method: 'POST', scope: 'run' });
    expect(status).toBe(202);
    expect(body).toMatchObject({ pending: true, job, command_id: expect.stringMatching(/^cmd_/) });
    const query = { command: body.command_id, wait_seconds: 10 };
    const command = await server.tool('get_command', query, 'run');
    expect(command.body).toMatchObject({ status: 'succeeded', result: { cancelled: true } });
    expect(machine.received.at(-1)?.args).toEqual({ job, machine_job_id: `m-${job}` });
    const after = await server.tool('get_job', { job });
    expect(after.body).toMatchObject({ status: 'cancelled', state: 'failed' });
  }
});

test('a run that its machine has not collected is taken back at once and never starts', async () => {
  proves('STATE-job-cancel');
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const machine = scriptMachine({ baseUrl, token });
  await machine.sync();
  const run = await server.tool('run_skill', { machine: 'build-01', skill: 'deploy-check' });
  const { job, command_id: command } = run.body;
  const cancelled = await server.tool('cancel_job', { job });
  expect([cancelled.status, cancelled.body]).toEqual([200, { job, status: 'cancelled' }]);
  expect((await machine.sync()).commands).toEqual([]);
  const { body } = await server.tool('get_job', { job });
  expect(body).toMatchObject({ status: 'cancelled', state: 'failed', failure: null });
  expect((await server.tool('get_command', { command })).body.status).toBe('cancelled');
  expect((await server.tool('cancel_job', { job })).body.code).toBe('invalid_request');
});

test('a run whose order was lost on the way is not handed out again once it is cancelled', async () => {
  proves('STATE-job-cancel');
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const machine = scriptMachine({ baseUrl, token });
  await machine.sync();
  const run = await server.tool('run_skill', { machine: 'build-01', skill: 'deploy-check' });
  const { job, command_id: lost } = run.body;
  expect((await machine.sync()).commands).toMatchObject([{ id: lost }]);
  const { body: cancel } = await server.tool('cancel_job', { job });
  const result = { machine_job_id: null, cancelled: false };
  await machine.sync({ holding: [lost] });
  const results = [{ command: cancel.command_id, error: null, result }];
  expect((await machine.sync({ results })).commands).toEqual([]);
  expect((await server.tool('get_job', { job })).body.status).toBe('cancelled');
  expect((await server.tool('get_command', { command: lost })).body.status).toBe('cancelled');
});

test('a job that has ended is not cancelled', async () => {
  const { server } = await startServerWithMachine({
    answers: { 'job.run': reportsRunAs({ status: 'succeeded', outcome: 'done' }) },
  });
  const run = { machine: 'build-01', skill: 'deploy-check', wait_seconds: 10 };
  const { body: job } = await server.tool('run_skill', run);
  const { status, body } = await server.tool('cancel_job', { job: job.id });
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect(body.detail).toContain('its status is succeeded');
});

test('a machine in observe mode is asked to cancel nothing', async () => {
  proves('ERR-denied_by_machine@cancel_job', 'STATE-machine-mode');
  const { server, machine, job } = await startServerWithWaitingJob();
  await machine.sync({
    report: machineReport({ policy: { mode: 'observe', allow: [], deny: [] } }),
  });
  const { status, body } = await server.tool('cancel_job', { job });
  expect([status, body.code]).toEqual([409, 'denied_by_machine']);
});
