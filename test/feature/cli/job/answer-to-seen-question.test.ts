import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { outputOf, runFleet, startFleet } from '../../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import {
  problemResponse,
  type ScriptedService,
  startScriptedService,
} from '../../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

const ID = 'job_38ftrj3c400';
const SEEN = 'Clear the test cache?';
const NEXT = 'DELETE PRODUCTION?';

let service: ScriptedService;
let question = SEEN;
/** How often the job was looked at. */
let looks = 0;
let isAway = false;

beforeEach(async () => {
  question = SEEN;
  looks = 0;
  isAway = false;
  const properties = { job: { type: 'string' }, answer: { type: 'string' } };
  service = await startScriptedService({
    tools: [
      { name: 'list_jobs', class: 'read', input_schema: { type: 'object' } },
      { name: 'answer_job', class: 'write', input_schema: { type: 'object', properties } },
    ],
    answer({ path }) {
      const job = { id: ID, state: 'needs_input', question: { text: question } };
      if (path.endsWith('/list_jobs')) return { body: { jobs: [job] } };
      if (!path.startsWith('/api/v1/jobs/')) return { body: { answered: true } };
      looks += 1;
      if (isAway) return problemResponse(503, 'unavailable');
      return { body: { job } };
    },
  });
  return () => service.stop();
});

const env = () => ({ FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' });
const answers = () => service.calls().filter(({ path }) => path.endsWith('/answer_job')).length;

test('words that are still being written go to the question that stood there when the command began', async () => {
  proves('UI-answer-one-question');
  const args = ['job', 'answer', ID, '--text', '@-', '--json'];
  const child = startFleet(args, { env: env() });
  const output = outputOf(child);
  const closed = once(child, 'close');
  await expect.poll(() => looks).toBe(1);
  question = NEXT;
  child.stdin.end('yes, clear the cache');
  const [code] = await closed;
  expect([code, JSON.parse(output.stderr).error.code, answers()]).toEqual([
    11,
    'question_changed',
    0,
  ]);

  question = SEEN;
  const sent = await runFleet(args, { env: env(), stdin: 'yes' });
  expect([sent.code, answers()]).toEqual([0, 1]);
});

test.for([ID, 'run-20261129-003143-9095c623'])(
  'so it is at a terminal, whatever the form of the id: %s',
  async (id, { skip }) => {
    skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
    proves('UI-answer-one-question');
    const pipe = join(newTemporaryFolder(), 'words');
    spawnSync('mkfifo', [pipe]);
    const ended = runOnTerminal(['job', 'answer', id, `--text=@${pipe}`], { env: env() });
    await expect.poll(() => looks).toBe(1);
    question = NEXT;
    await writeFile(pipe, 'yes');
    expect([(await ended).code, answers()]).toEqual([11, 0]);
  },
);

test('where the job cannot be looked at first, no words are waited for, and nothing is sent', async () => {
  proves('UI-answer-one-question');
  isAway = true;
  const args = ['job', 'answer', ID, '--text', '@-', '--json'];
  const { code } = await runFleet(args, { env: env(), stdin: 'yes' });
  expect([code, answers()]).toEqual([7, 0]);
});

test.each(['', ' \n'])(
  'an option goes out without words only where none were to come: %j',
  async (stdin) => {
    proves('UI-answer-one-question');
    const args = ['job', 'answer', ID, 'high', '--text', '@-', '--json'];
    const { code, stderr } = await runFleet(args, { env: env(), stdin });
    expect([code, answers(), JSON.parse(stderr).error.title]).toEqual([2, 0, '--text is empty']);
  },
);

test('where a text was typed to its end nobody can be asked, and that is said', async ({
  skip,
}) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-answer-one-question');
  const args = ['job', 'answer', 'job_38ft', '--text', '@-'];
  const { code, output } = await runOnTerminal(args, {
    env: env(),
    ahead: 'yes, clear it\r\u0004',
  });
  expect([code, answers(), output]).toEqual([
    2,
    0,
    expect.stringContaining('Confirmation is needed'),
  ]);
});

test.for([
  ['job', 'answer', 'job_38ft', 'yes'],
  ['cloud', 'answer-job', '--job', 'job_38ft', '--answer', 'yes'],
])('a yes to an answer is for the question that was shown: %s %s', async (args, { skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-answer-one-question', 'UI-confirm-as-shown');
  const change = async () => {
    question = NEXT;
    return 'y\r';
  };
  const steps = [{ prompt: /The job asks "Clear the test cache\?"[\s\S]*\[y\/N\]/, typed: change }];
  const { code, output } = await runOnTerminal(args, { env: env(), steps });
  expect([code, answers(), output]).toEqual([11, 0, expect.stringContaining('no longer asks')]);
});

test.for([
  ['@last', NEXT, 11, 0],
  ['@last', SEEN, 0, 1],
  ['job_38ft', SEEN, 0, 1],
] as const)(
  '--edit shows what the job asks that %s names, and is for that: %s',
  async ([given, later, code, sent], { skip }) => {
    skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
    proves('UI-answer-one-question', 'UI-last-acts');
    const there = { ...env(), FLEET_STATE_DIR: newTemporaryFolder() };
    expect((await runFleet(['cloud', 'list-jobs'], { env: there })).code).toBe(0);
    const notes = join(there.FLEET_STATE_DIR, 'notes');
    const change = async () => {
      question = later;
      return 'y\r';
    };
    const run = await runOnTerminal(['job', 'answer', given, '--edit', '--yes'], {
      env: { ...there, VISUAL: `edit() { cp "$1" '${notes}'; echo Mine. > "$1"; }; edit` },
      steps: [{ prompt: /The job asks "Clear the test cache\?"[\s\S]*\[y\/N\]/, typed: change }],
    });
    expect([run.code, answers(), run.output.match(/ is job /g)]).toEqual([
      code,
      sent,
      [' is job '],
    ]);
    expect(readFileSync(notes, 'utf8')).toContain(SEEN);
  },
);
