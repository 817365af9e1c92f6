import { beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import {
  type CommandReplies,
  QUESTION,
  startServerWithWaitingJob,
} from '../../../support/server-with-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

const delivered = () => ({ result: { delivered: true, resumed: false } });

test('a person picks who to answer, answers, and is told that nobody else waits', async () => {
  proves('UI-inbox');
  const { server, machine, job } = await startServerWithWaitingJob({ 'job.answer': delivered });
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run, NO_COLOR: '1' };
  const { code, output } = await runOnTerminal(['inbox'], {
    env,
    steps: [
      { prompt: /1 job waits for a person[\s\S]*build-01 .*Which branch\?/, typed: '\r' },
      {
        prompt:
          /deploy-check · build-01 · job_\w+\s[\s\S]*Two are ahead[\s\S]*Your answer[\s\S]*old/,
        typed: '\u001b[B\r',
      },
    ],
  });
  expect(machine.received.at(-1)?.args).toMatchObject({ answer: 'next', options: ['next'] });
  expect(output).toContain(`Answered, the job goes on: fleet job follow ${job}`);
  expect(output).toContain('Nobody else waits.');
  expect(code).toBe(0);
});

test('somebody else was faster: it is said, and the job stays as they left it', async () => {
  proves('UI-inbox');
  const { server, machine, job } = await startServerWithWaitingJob({ 'job.answer': delivered });
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run, NO_COLOR: '1' };
  const { code, output } = await runOnTerminal(['inbox'], {
    env,
    steps: [
      { prompt: /Which branch/, typed: '\r' },
      {
        prompt: /Your answer[\s\S]*own words/,
        async typed() {
          await server.tool('answer_job', { job, answer: 'Take the old one.', option: 'old' });
          return '\r';
        },
      },
    ],
  });
  expect(output).toMatch(/was faster: Take the old one\. Your answer was not sent: main\n/);
  expect(output).toContain('Nobody else waits.');
  expect(code).toBe(0);
  const answers = machine.received.filter(({ type }) => type === 'job.answer');
  expect(answers.map(({ args }) => args['answer'])).toEqual(['Take the old one.']);
});

test.each([
  { text: 'Delete the old ones?' },
  // An agent may ask the same of each of its steps, and say in the context which one it is.
  { context: 'Two are ahead. Delete the old ones.' },
  // Or the very same, of something else.
  {},
])('a yes goes to the question that the person saw, not to another: %j', async (other) => {
  proves('UI-inbox', 'UI-job-answer');
  const next = { ...QUESTION, ...other };
  const asked = (at: string) => ({ timeline: [{ at, kind: 'question', message: '' }] });
  const replies: CommandReplies = {
    'job.answer': ({ args }) => {
      const number = String(args['machine_job_id']).replace(/^m-/, '');
      const again = {
        status: 'waiting',
        question: next,
        ...asked('2026-11-22T10:00:01Z'),
      } as const;
      return { ...delivered(), jobs: [runReport(number, again)] };
    },
  };
  const { server, machine, job } = await startServerWithWaitingJob(
    replies,
    asked('2026-11-22T10:00:00Z'),
  );
  // A second one that asks the same: only the title tells whose question it is.
  await server.tool('run_skill', { machine: 'build-01', skill: 'deploy-check', wait_seconds: 10 });
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run, NO_COLOR: '1' };
  const { output } = await runOnTerminal(['inbox'], {
    env,
    steps: [
      { prompt: /2 jobs wait[\s\S]*deploy-check: Which branch/, typed: '\r' },
      {
        prompt: /Your answer[\s\S]*own words/,
        async typed() {
          await server.tool('answer_job', { job, answer: 'old', option: 'old' });
          return '\r';
        },
      },
      {
        prompt: /not sent: main[\s\S]*Delete the old ones|not sent: main[\s\S]*2 jobs wait/,
        typed: '\u001b',
      },
    ],
  });
  expect(output).toContain('Your answer was not sent: main');
  const answers = machine.received.filter(({ type }) => type === 'job.answer');
  expect(answers.map(({ args }) => args['answer'])).toEqual(['old']);
});

test('not on a terminal it is the list', async () => {
  proves('UI-inbox');
  const { server, job } = await startServerWithWaitingJob({});
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run };
  const { code, stdout } = await runFleet(['inbox'], { env });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ view: 'needs_input', jobs: [{ id: job }] });
});
