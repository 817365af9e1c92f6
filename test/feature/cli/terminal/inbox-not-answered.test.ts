import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

const LIST = { name: 'list_inbox', class: 'read', input_schema: { type: 'object' } };
const ASKS = {
  id: 'job_1',
  state: 'needs_input',
  title: 'Ask',
  question: { text: 'Which one?', choices: { options: ['old', 'new'] } },
};

/** A service where one job waits, and what it says of that job and of an answer to it. */
async function serviceWithInbox(says: {
  readonly waiting: object;
  readonly job: object;
  readonly answered: object;
}) {
  const service = await startScriptedService({
    tools: [LIST, { name: 'answer_job', class: 'write', input_schema: { type: 'object' } }],
    answer: ({ method, path }) => {
      if (path.endsWith('/answer_job')) return { body: says.answered };
      if (method === 'GET' && path.endsWith('/jobs/job_1')) return { body: says.job };
      return { body: { jobs: [says.waiting], counts: { needs_input: 1 }, next_offset: null } };
    },
  });
  onTestFinished(service.stop);
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1', NO_COLOR: '1' };
  return { env, service };
}

test.each([
  ['the response to the answer', ASKS, {}, /The response to answer_job has nothing in it/],
  ['the job', { error: { code: 'internal' } }, {}, /The service does not give the job/],
])(
  'nothing is told as answered, and no job as one that waits no more, where %s is none',
  async (_what, job, answered, sees) => {
    proves('UI-not-an-answer');
    const { env } = await serviceWithInbox({ waiting: ASKS, job, answered });
    const { code, output } = await runOnTerminal(['inbox'], {
      env,
      steps: [
        { prompt: /1 job waits/, typed: '\r' },
        ...(job === ASKS ? [{ prompt: /At http[\s\S]*Not now/, typed: '\r' }] : []),
      ],
    });
    expect(output).toMatch(sees);
    expect(output).not.toMatch(/the job goes on|no longer waits/);
    expect(code).toBe(7);
  },
);

test('a key in the words of a person is not sent to the agent that asks for one', async () => {
  proves('UI-keys-misplaced');
  const job = { ...ASKS, question: { text: 'Paste your API key' } };
  const { env, service } = await serviceWithInbox({ waiting: job, job, answered: {} });
  const { code, output } = await runOnTerminal(['inbox'], {
    env,
    steps: [
      { prompt: /1 job waits/, typed: '\r' },
      { prompt: /empty: write it/, typed: `it is fleet_key_38fbf9qyw00_${'0f'.repeat(24)}` },
      { prompt: /0f0f/, typed: '\r' },
    ],
  });
  expect([code, service.requests.filter(({ path }) => path.includes('answer'))]).toEqual([2, []]);
  expect(output).toContain('Your answer holds an API key or token');
  expect(output).toMatch(/What you wrote: it is …\n/);
});
