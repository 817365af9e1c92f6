import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import {
  QUESTION,
  reportsRunAs,
  startServerWithMachine,
} from '../../../support/server-with-machine.ts';

const RUN = { machine: 'build-01', skill: 'deploy-check' };
const ROUTE = '/api/v1/machines/build-01/skills/deploy-check/run';

test('a run whose job ends within the wait answers 200 with the job, on both ways', async () => {
  proves(
    'OP-run_skill',
    'ROUTE-POST-/api/v1/machines/{machine}/skills/{skill}/run',
    'ROUTE-POST-/api/v1/tools/{tool}',
    'FIELD-job',
    'FIELD-runner',
  );
  const done = reportsRunAs({
    status: 'succeeded',
    outcome: 'done',
    result: 'All good.',
    headline: 'Fine',
    summary: '# Fine',
    cost_usd: 0.25,
    tokens: { input: 10, output: 5 },
    links: [{ kind: 'pull_request', title: 'PR 1', url: 'https://example.test/1' }],
    artifacts: [{ name: 'stdout', bytes: 12 }],
    timeline: [{ at: '2026-10-01T12:00:00.000Z', kind: 'started', message: 'began' }],
    ended_at: '2026-10-01T12:00:05.000Z',
  });
  const { server } = await startServerWithMachine({ answers: { 'job.run': done } });
  const byTool = await server.tool('run_skill', { ...RUN, wait_seconds: 10 }, 'run');
  const byRoute = await server.call(ROUTE, { body: { wait_seconds: 10 }, scope: 'run' });
  for (const { status, body } of [byTool, byRoute]) {
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('pending');
    expect(body).toMatchObject({
      machine_name: 'build-01',
      skill: 'deploy-check',
      runner: 'shell',
      state: 'done',
      status: 'succeeded',
      outcome: 'done',
      trigger: 'run',
      headline: 'Fine',
      summary: '# Fine',
      result: 'All good.',
      result_excerpt: 'All good.',
      cost_usd: 0.25,
      tokens: { input: 10, output: 5 },
      failure: null,
      question: null,
      output: null,
    });
    expect(body.commands).toMatchObject([{ type: 'job.run', status: 'succeeded' }]);
  }
  expect(Object.keys(byTool.body)).toEqual(Object.keys(byRoute.body));
});

test('a run whose agent asks a person answers 200 with the question', async () => {
  proves('FIELD-question', 'WIRE-job-state');
  const asks = reportsRunAs({ status: 'waiting', question: QUESTION });
  const { server } = await startServerWithMachine({ answers: { 'job.run': asks } });
  const { status, body } = await server.tool('run_skill', { ...RUN, wait_seconds: 10 });
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: 'needs_input', status: 'waiting', question: QUESTION });
});

test('a run that goes on is 202 with the ids to look it up', async () => {
  proves('WIRE-pending-shape', 'RULE-3');
  const clock = createFakeClock();
  const answers = { 'job.run': reportsRunAs({ status: 'running' }) };
  const { server, machine } = await startServerWithMachine({ answers, start: { clock } });
  const atOnce = await server.tool('run_skill', RUN);
  expect(atOnce.status).toBe(202);
  expect(atOnce.body).toMatchObject({ pending: true, job: expect.stringMatching(/^job_/) });
  expect(atOnce.body.command_id).toMatch(/^cmd_/);
  const held = server.tool('run_skill', { ...RUN, wait_seconds: 240 });
  await expect.poll(() => machine.received.length).toBe(2);
  await expect.poll(() => server.service.waiters.waiting).toBe(2);
  clock.advance(240_000);
  const { status, body } = await held;
  expect([status, body.pending]).toEqual([202, true]);
  const job = await server.tool('get_job', { job: body.job });
  expect(job.body.id).toBe(body.job);
});

test('what the run is given reaches the machine as it was sent', async () => {
  const { server, machine } = await startServerWithMachine();
  const payload = '{"n":12345678901234567890,"x":1.0,"deep":[{"a":null}],"text":"ü😀"}';
  const members = `"payload":${payload},"headers":{"X-Event":"push"},"runner":"agent_a"`;
  await server.call(ROUTE, { body: `{${members},"model":"m1","effort":"high"}` });
  await expect.poll(() => machine.received.length).toBe(1);
  expect(machine.received[0]?.args).toMatchObject({
    skill: 'deploy-check',
    headers: { 'X-Event': 'push' },
    runner: 'agent_a',
    model: 'm1',
    effort: 'high',
  });
  expect(machine.receivedText).toContain('"n":12345678901234567890');
});

test('a run that the machine refuses is 409 within the wait', async () => {
  proves('ERR-denied_by_machine@run_skill', 'FIRST-observe');
  const message = "the machine's deny list has job.*, which refuses job.run";
  const refuses = () => ({ error: { code: 'denied_by_machine', message } });
  const { server } = await startServerWithMachine({ answers: { 'job.run': refuses } });
  const { status, body } = await server.tool('run_skill', { ...RUN, wait_seconds: 10 });
  expect([status, body.code, body.detail]).toEqual([409, 'denied_by_machine', message]);
  const observing = await startServerWithMachine({
    report: { policy: { mode: 'observe', allow: [], deny: [] } },
  });
  const observed = await observing.server.tool('run_skill', RUN);
  expect([observed.status, observed.body.code]).toEqual([409, 'denied_by_machine']);
  expect(observed.body.detail).toContain('observe');
  expect(observed.body.detail).toContain('`mode: control` in its fleet.yaml');
});

test('a machine that fails the run ends its job as failed', async () => {
  proves('WIRE-job-status');
  const fails = () => ({ error: { code: 'runner_not_ready', message: 'no shell' } });
  const { server } = await startServerWithMachine({ answers: { 'job.run': fails } });
  const { status, body } = await server.tool('run_skill', { ...RUN, wait_seconds: 10 });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: 'failed',
    status: 'failed',
    failure: { kind: 'runner_not_ready', message: 'no shell' },
  });
});
