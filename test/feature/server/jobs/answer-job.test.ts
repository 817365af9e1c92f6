import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import {
  QUESTION,
  reportsRunAs,
  startServerWithMachine,
  startServerWithWaitingJob,
} from '../../../support/server-with-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

const takesAnswers = {
  'job.answer': ({ args }: { readonly args: Readonly<Record<string, unknown>> }) => ({
    result: { machine_job_id: args['machine_job_id'], delivered: true, resumed: false },
  }),
};

test('an answer reaches the waiting run and ends its alert, on both ways', async () => {
  proves(
    'OP-answer_job',
    'ROUTE-POST-/api/v1/jobs/{job}/answer',
    'STATE-job-answer-waiting',
    'STATE-alert-answered',
    'EVENT-needs-human',
  );
  for (const way of ['tool', 'route']) {
    const { server, machine, job } = await startServerWithWaitingJob(takesAnswers);
    const open = await server.tool('list_alerts', {});
    expect(open.body.alerts).toMatchObject([{ type: 'needs_human', state: 'open', job }]);
    const given = { answer: 'Take main.', option: 'main' };
    const { status, body } =
      way === 'tool'
        ? await server.tool('answer_job', { job, ...given }, 'run')
        : await server.call(`/api/v1/jobs/${job}/answer`, { body: given, scope: 'run' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ job, delivered: true, resumed: false });
    expect(body).not.toHaveProperty('pending');
    expect(machine.received.at(-1)).toMatchObject({
      type: 'job.answer',
      args: {
        machine_job_id: `m-${job}`,
        answer: 'Take main.',
        options: ['main'],
        resume: 'auto',
        by: 'first run key',
      },
    });
    const after = await server.tool('get_job', { job });
    expect(after.body).toMatchObject({ state: 'in_progress', answer: { text: 'Take main.' } });
    expect((await server.tool('list_alerts', {})).body.alerts).toEqual([]);
    const resolved = await server.tool('list_alerts', { state: 'resolved' });
    expect(resolved.body.alerts).toMatchObject([{ type: 'needs_human', state: 'resolved' }]);
  }
});

test('a run that ended with needs_human is answered too, resumed or only recorded', async () => {
  proves('STATE-job-answer-resume-auto', 'STATE-job-answer-resume-never');
  for (const resume of ['auto', 'never']) {
    const { server, machine, job } = await startServerWithWaitingJob(
      {
        'job.answer': ({ args }) => ({
          result: {
            machine_job_id: args['machine_job_id'],
            delivered: true,
            resumed: args['resume'] === 'auto',
          },
        }),
      },
      { status: 'succeeded', outcome: 'needs_human' },
    );
    const { status, body } = await server.tool('answer_job', { job, answer: 'Go.', resume });
    expect([status, body.resumed]).toEqual([200, resume === 'auto']);
    expect(machine.received.at(-1)?.args['resume']).toBe(resume);
    const { status: after } = (await server.tool('get_job', { job })).body;
    expect(after).toBe(resume === 'auto' ? 'running' : 'succeeded');
  }
});

test('an answer on its way is 202 with the command to follow', async () => {
  const { server, job } = await startServerWithWaitingJob();
  const { status, body } = await server.tool('answer_job', { job, answer: 'A', wait_seconds: 0 });
  expect(status).toBe(202);
  expect(body).toMatchObject({ pending: true, type: 'job.answer', job });
  expect(body.command_id).toMatch(/^cmd_/);
});

test('while the machine has not said whether it took an answer, no other one follows to what the job asks by then', async () => {
  proves('STATE-job-answer-once');
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const machine = scriptMachine({ baseUrl: server.baseUrl, token: server.machineToken });
  await machine.sync();
  const run = await server.tool('run_skill', { machine: 'build-01', skill: 'deploy-check' });
  const { job } = run.body;
  const [started] = (await machine.sync()).commands;
  const asking = runReport(job, { status: 'waiting', question: QUESTION });
  const taken = { command: started?.id ?? '', error: null, result: { machine_job_id: `m-${job}` } };
  await machine.sync({ jobs: [asking], results: [taken] });
  const answer = () => server.tool('answer_job', { job, answer: 'Yes.', wait_seconds: 0 });
  const refused = { status: 400, body: { code: 'invalid_request' } };
  expect((await answer()).status).toBe(202);
  expect(await answer(), 'it waits for the machine').toMatchObject(refused);
  const { commands } = await machine.sync();
  expect(commands.map(({ type }) => type)).toEqual(['job.answer']);
  expect(await answer(), 'the machine got it').toMatchObject(refused);
  // The machine has lost its network since: the job went on, and may ask another question.
  clock.advance(11 * 60 * 1000);
  expect(await answer(), 'its time is over').toMatchObject(refused);
  await machine.sync();
  expect((await answer()).status, 'the job waits still').toBe(202);
  clock.advance(11 * 60 * 1000);
  expect((await answer()).status, 'the machine never got that').toBe(202);
});

test.each([
  [{ option: 'other' }, '`option` has "other"; the question offers "main", "next", "old".'],
  [{ options: ['main', 'x'] }, '`options` has "x"'],
  [{ options: ['main', 'next'] }, 'takes one of them'],
  [{ option: 'main', options: ['next'] }, 'takes one of them'],
  [{ option: '' }, '`option` has ""'],
])('options %j are refused where one is taken', async (picked, detail) => {
  const { server, machine, job } = await startServerWithWaitingJob(takesAnswers);
  const { status, body } = await server.tool('answer_job', { job, answer: 'A', ...picked });
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect(body.detail).toContain(detail);
  expect(machine.received.map(({ type }) => type)).toEqual(['job.run']);
});

test('several options go where the question takes several, each once and in order', async () => {
  const question = { ...QUESTION, choices: { ...QUESTION.choices, multiple: true } };
  const { server, machine, job } = await startServerWithWaitingJob(takesAnswers, { question });
  const picked = { option: 'next', options: ['main', 'next'] };
  const { status } = await server.tool('answer_job', { job, answer: 'Both.', ...picked });
  expect(status).toBe(200);
  expect(machine.received.at(-1)?.args['options']).toEqual(['next', 'main']);
});

test('a question without choices takes no option', async () => {
  const question = { ...QUESTION, choices: null };
  const { server, job } = await startServerWithWaitingJob(takesAnswers, { question });
  const { body } = await server.tool('answer_job', { job, answer: 'A', option: 'main' });
  expect(body.detail).toContain('offers no options');
  expect((await server.tool('answer_job', { job, answer: 'A' })).status).toBe(200);
});

test('only who waits is answered', async () => {
  const { server } = await startServerWithMachine({
    answers: { 'job.run': reportsRunAs({ status: 'succeeded', outcome: 'done' }) },
  });
  const run = { machine: 'build-01', skill: 'deploy-check', wait_seconds: 10 };
  const { body: job } = await server.tool('run_skill', run);
  const { status, body } = await server.tool('answer_job', { job: job.id, answer: 'A' });
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect(body.detail).toContain('its status is succeeded');
});

test('what the machine says of an answer it cannot take is the refusal', async () => {
  proves('ERR-denied_by_machine@answer_job');
  const message = 'the deny list has job.answer';
  const { server, job } = await startServerWithWaitingJob({
    'job.answer': () => ({ error: { code: 'denied_by_machine', message } }),
  });
  const denied = await server.tool('answer_job', { job, answer: 'A' });
  expect([denied.status, denied.body.code]).toEqual([409, 'denied_by_machine']);
  expect(denied.body.detail).toBe(message);
  const late = await startServerWithWaitingJob({
    'job.answer': () => ({ error: { code: 'not_waiting', message: 'it was answered already' } }),
  });
  const refused = await late.server.tool('answer_job', { job: late.job, answer: 'A' });
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
});
