import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { INTERFACE } from '../../../requirements.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';
import {
  type CommandReplies,
  QUESTION,
  startServerWithWaitingJob,
} from '../../../support/server-with-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

/** An option of an agent that says more than it shows. */
const HOSTILE = 'main\u001b]0;TITLE\u0007\u009b31m\u202e!';

const delivered = () => ({ result: { delivered: true, resumed: false } });

test('a person picks who to answer, answers, and is told that nobody else waits', async () => {
  proves('UI-inbox', 'UI-confirm-service');
  const { server, machine, job } = await startServerWithWaitingJob({ 'job.answer': delivered });
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run, NO_COLOR: '1' };
  const { code, output } = await runOnTerminal(['inbox'], {
    env,
    steps: [
      { prompt: /1 job waits for a person[\s\S]*build-01 .*Which branch\?/, typed: '\r' },
      {
        prompt:
          /At http:\/\/127\.0\.0\.1:\d+\s+deploy-check · build-01 · job_\w+\s[\s\S]*Two are ahead[\s\S]*Your answer[\s\S]*old/,
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
  proves('UI-inbox', 'UI-output-sanitised');
  const { server, machine, job } = await startServerWithWaitingJob(
    { 'job.answer': delivered },
    {
      question: {
        ...QUESTION,
        choices: { options: ['old', HOSTILE], recommended: HOSTILE, multiple: false },
      },
    },
  );
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
  expect(output).toMatch(/was faster: Take the old one\. Your answer was not sent: main!\n/);
  expect(output).not.toMatch(/TITLE|\u009b|\u202e/);
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

const TOOLS = ['list_inbox', 'describe_cloud'].map((name) => ({
  name,
  class: 'read',
  input_schema: { type: 'object' },
}));
const COUNTS = { needs_input: 1, in_progress: 0 };
const WAITS = { id: 'job_1', state: 'needs_input', title: 'Ask', question: { text: 'Which one?' } };

test.each([
  { name: 'items', rows: [WAITS], sees: /1 job waits for a person/, says: 'Which one?' },
  {
    name: 'jobs',
    rows: [],
    sees: /does not list who waits/,
    says: '1 job waits for a person, and the service lists none of them',
  },
])(
  'who waits is told, whatever the service calls its list or leaves out: $name',
  async ({ name, rows, says, sees }) => {
    proves('UI-inbox', 'UI-status');
    const service = await startScriptedService({
      tools: TOOLS,
      answer: ({ path }) => ({
        body: path.endsWith('/describe_cloud')
          ? { machines: [] }
          : { [name]: rows, counts: COUNTS, next_offset: null },
      }),
    });
    onTestFinished(service.stop);
    const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1', NO_COLOR: '1' };
    const { output } = await runOnTerminal(['inbox'], {
      env,
      steps: rows.length === 0 ? [] : [{ prompt: sees, typed: '\u001b' }],
    });
    expect(output).toMatch(sees);
    const { stdout } = await runFleet(['status', '-o', 'table'], { env });
    expect(stdout).not.toContain('Nothing needs you.');
    expect(stdout).toContain(says);
  },
);

test.each([['inbox'], ['job', 'follow']])(
  'an answer that the machine refuses is told as that: %s',
  async (...words) => {
    proves('UI-answer-refused');
    const { exit } = INTERFACE['UI-answer-refused'];
    const { server, job } = await startServerWithWaitingJob({
      'job.answer': () => ({ error: { code: 'run_gone', message: 'The run is gone.' } }),
    });
    const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run, NO_COLOR: '1' };
    const isInbox = words[0] === 'inbox';
    const { code, output } = await runOnTerminal(isInbox ? words : [...words, job], {
      env,
      steps: [
        ...(isInbox ? [{ prompt: /1 job waits/, typed: '\r' }] : []),
        { prompt: /Your answer[\s\S]*old/, typed: '\r' },
      ],
    });
    expect(output).toMatch(/The machine did not do it\s+The run is gone\./);
    expect(output).not.toMatch(/the job goes on|on its way/);
    expect(code).toBe(exit);
  },
);

test.each([
  ['lines', Array.from({ length: 500 }, (_, at) => `Line ${at}.`).join('\n')],
  ['a word', 'x'.repeat(9000)],
])(
  'a question as long as %s leaves in sight what is answered, and where',
  async (what, context) => {
    proves('UI-confirm-in-sight');
    const { server, job } = await startServerWithWaitingJob(
      { 'job.answer': delivered },
      {
        question: {
          ...QUESTION,
          context,
          choices: {
            recommended: null,
            options: ['old', `next ${'word '.repeat(30)}end`],
            multiple: false,
          },
        },
      },
    );
    const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run, NO_COLOR: '1' };
    const { output } = await runOnTerminal(['inbox'], {
      env,
      steps: [
        { prompt: /Which branch/, typed: '\r' },
        { prompt: /Your answer[^\n]*\n[\s\S]*Not now/, typed: '\u0003' },
        { prompt: /1 job waits/, typed: '\u0003' },
      ],
    });
    const asked = output.slice(output.indexOf(`Your answer to ${job} at ${server.baseUrl}`));
    // Itself, and a line for each of two options, own words, the editor and the beginning of the last.
    expect(asked.slice(0, asked.indexOf('Not now')).split('\n')).toHaveLength(6);
    // What has no room in its choice stands in the question.
    if (what === 'a word') expect(output).toMatch(/- next [\s\S]*\bend\b/);
    else expect(output).toMatch(/Line 150\.[\s\S]*… and \d+ more lines/);
  },
);
