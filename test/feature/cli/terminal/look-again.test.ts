import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import {
  problemResponse,
  type ScriptedService,
  startScriptedService,
} from '../../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

const TEXT = '---\nname: tidy\ndescription: A skill\n---\nTheirs.\n';
const MINE = TEXT.replace('Theirs.', 'Mine.');
const MACHINE = { id: 'mac_1', name: 'box', status: 'online', mode: 'control' };

let service: ScriptedService;
/** What the machine has, what the job asks, and how the next looks at it end; the others show it. */
const BEGINNING = { text: TEXT, question: 'Run the linter?', looks: [] as readonly Look[] };
let world = BEGINNING;
/** What acts, as it arrived; the first is refused for the rate limit, and meanwhile the world changes. */
let acts: string[] = [];

type Look = 'shown' | 'refused' | 'lost';
const LOOKS = {
  shown: () => ({ body: { job: jobRecord() } }),
  refused: () => problemResponse(403, 'forbidden'),
  lost: () => ({ body: '<p>', headers: { 'content-type': 'text/html' } }),
};

function jobRecord() {
  const question = { text: world.question, choices: { options: ['yes', 'no'] } };
  return { id: 'job_1', state: 'needs_input', machine: 'mac_1', question };
}

function act(body: string) {
  acts.push(body);
  if (acts.length > 1) {
    world = { ...world, text: JSON.parse(body).content ?? world.text };
    return { body: { saved: true, answered: true } };
  }
  world = { ...world, text: `${TEXT}An hour of work.\n`, question: 'Delete production?' };
  return { ...problemResponse(429, 'rate_limited'), headers: { 'retry-after': '0' } };
}

beforeAll(async () => {
  const properties = Object.fromEntries(
    ['machine', 'skill', 'content', 'job', 'answer'].map((name) => [name, { type: 'string' }]),
  );
  const input_schema = { type: 'object', properties };
  const ofSkill = { ...input_schema, required: ['machine', 'skill'] };
  service = await startScriptedService({
    tools: [
      { name: 'get_skill', class: 'read', input_schema },
      { name: 'list_inbox', class: 'read', input_schema: { type: 'object' } },
      { name: 'save_skill', class: 'destructive', input_schema: ofSkill },
      { name: 'answer_job', class: 'write', input_schema },
    ],
    answer({ body, path }) {
      if (/save_skill|answer_job/.test(path)) return act(body);
      if (path.endsWith('/get_skill')) return { body: { content: world.text } };
      if (path.includes('/jobs/')) {
        const [look = 'shown', ...looks] = world.looks;
        world = { ...world, looks };
        return LOOKS[look]();
      }
      if (path.startsWith('/api/v1/inbox')) return { body: { jobs: [jobRecord()], counts: {} } };
      if (path.includes('/skills'))
        return { body: { skills: [{ name: 'tidy', machine: 'mac_1' }] } };
      return { body: path.endsWith('/machines') ? { machines: [MACHINE] } : { machine: MACHINE } };
    },
  });
});
afterAll(() => service.stop());
beforeEach(() => {
  world = BEGINNING;
  acts = [];
});

const env = (more: Readonly<Record<string, string>> = {}) => ({
  FLEET_BASE_URL: service.baseUrl,
  FLEET_API_KEY: 'key-1',
  NO_COLOR: '1',
  ...more,
});

test('a plan is looked at again before another try: push and edit', async () => {
  proves('UI-look-again');
  const dir = newTemporaryFolder();
  mkdirSync(join(dir, 'tidy'));
  writeFileSync(join(dir, 'tidy', 'SKILL.md'), MINE);
  const pushed = await runFleet(['skill', 'push', 'box', '--dir', dir, '--yes'], { env: env() });
  expect(acts).toHaveLength(1);
  expect([pushed.code, JSON.parse(pushed.stdout).skills]).toMatchObject([
    11,
    [{ skill: 'tidy', outcome: 'changed_meanwhile' }],
  ]);

  acts = [];
  world = { ...world, text: TEXT };
  const editing = env({ EDITOR: 'echo Mine. >>' });
  const edited = await runFleet(['skill', 'edit', 'box', 'tidy', '--yes'], { env: editing });
  expect(acts).toHaveLength(1);
  expect([edited.code, JSON.parse(edited.stderr).error.code]).toEqual([11, 'changed_meanwhile']);
  // Where nothing else changed, the other try goes.
  const again = ['skill', 'edit', 'box', 'tidy', '--yes', '--draft', 'discard'];
  const saved = await runFleet(again, { env: editing });
  expect([saved.code, acts.length]).toEqual([0, 2]);
});

test('what was written for a question is not sent to another with another try', async () => {
  proves('UI-look-again');
  const args = ['job', 'answer', 'job_1', '--edit', '--json'];
  const late = await runFleet(args, { env: env({ EDITOR: 'echo Mine >' }) });
  expect(acts).toHaveLength(1);
  expect([late.code, JSON.parse(late.stderr).error]).toMatchObject([
    11,
    { code: 'question_changed', advice: 'What you wrote: Mine' },
  ]);
});

test.each([
  [['job', 'answer', 'job_1', 'yes', '--json']],
  [['job', 'answer', 'job_1', '--text', 'yes', '--follow', '--json']],
  [['cloud', 'answer-job', '--job', 'job_1', '--answer', 'yes', '--json']],
])('an answer goes to one question alone: %j', async (args) => {
  proves('UI-answer-one-question');
  const late = await runFleet(args, { env: env() });
  expect(acts).toHaveLength(1);
  expect([late.code, JSON.parse(late.stderr).error]).toMatchObject([
    11,
    { code: 'question_changed', detail: 'Your answer was not sent.' },
  ]);
});

const LINTER = 'Run the linter?';

test.each<[string, string, number, string]>([
  [' Run  the linter? ', LINTER, 11, 'Your answer was not sent. It asks now: Delete production?'],
  ['Run  the …', LINTER, 11, 'Your answer was not sent. It asks now: Delete production?'],
  ['Run the...', LINTER, 11, 'Your answer was not sent. It asks now: Delete production?'],
  // A longer question that begins as the whole one that was meant.
  ['Run the', LINTER, 11, 'Your answer was not sent. It asks now: Run the linter?'],
  ['Run a...', LINTER, 11, 'Your answer was not sent. It asks now: Run the linter?'],
  [LINTER, '', 11, 'Your answer was not sent. It asks nothing now.'],
  ['Delete', LINTER, 11, 'Your answer was not sent. It asks now: Run the linter?'],
  ['Run the linter??', LINTER, 11, 'Your answer was not sent. It asks now: Run the linter?'],
  // As the command is shown that answers: without what a shell may act on.
  ['Run x -v?', 'Run `x -v`?', 11, 'Your answer was not sent. It asks now: Delete production?'],
  ['Run x...', 'Run `x -v`?', 11, 'Your answer was not sent. It asks now: Delete production?'],
  ['Run x', 'Run `x -v`?', 11, 'Your answer was not sent. It asks now: Run `x -v`?'],
  ['Run x -v?', 'Run `x -f`?', 11, 'Your answer was not sent. It asks now: Run `x -f`?'],
  ['Run `x -v?', 'Run `x -v`?', 11, 'Your answer was not sent. It asks now: Run `x -v`?'],
  ['`', LINTER, 11, 'Your answer was not sent. It asks now: Run the linter?'],
  [' ', LINTER, 2, 'It takes at least one character.'],
  [' …', LINTER, 2, 'It takes at least one character.'],
])('an answer to %j goes to no other question, asked %j', async (meant, question, exit, detail) => {
  proves('UI-answer-match-question');
  world = { ...world, question };
  const args = ['job', 'answer', 'job_1', 'yes', `--match-question=${meant}`, '--json'];
  const run = await runFleet(args, { env: env() });
  expect([run.code, JSON.parse(run.stderr).error.detail]).toEqual([exit, detail]);
  // The one that is meant got the first try, and the other none.
  expect(acts).toHaveLength(detail.includes('production') ? 1 : 0);
});

const ANSWER = ['cloud', 'answer-job', '--job', 'job_1', '--answer', 'yes', '--json'];
const EDIT = ['job', 'answer', 'job_1', '--edit', '--json'];

test.each<[readonly Look[], readonly string[], number, number, string]>([
  [['refused'], ANSWER, 1, 5, 'forbidden'],
  [['lost'], ANSWER, 0, 7, 'not_the_service'],
  [['shown', 'refused'], EDIT, 0, 5, 'forbidden'],
])('after looks that were %j, %j goes %i times, and why no more is told', async (...row) => {
  proves('UI-answer-one-question');
  const [looks, args, count, exit, code] = row;
  world = { ...world, looks };
  const run = await runFleet(args, { env: env({ EDITOR: 'echo Mine >' }) });
  expect(acts).toHaveLength(count);
  expect([run.code, JSON.parse(run.stderr).error.code]).toEqual([exit, code]);
});

test.each([
  [[], 'Sent as the answer to "Delete production?".\n'],
  [['--quiet'], ''],
])(
  'with %j an answer is sent with another try where the job asks the same, and told',
  async (more, told) => {
    proves('UI-answer-one-question', 'UI-answer-told');
    world = { ...world, question: 'Delete production?' };
    const args = ['job', 'answer', 'job_1', 'yes', '--match-question=Delete…', ...more];
    const sent = await runFleet(args, { env: env() });
    expect([sent.code, acts.length, sent.stderr]).toEqual([0, 2, told]);
  },
);

test('a yes is for what was shown, also with another try: an answer', async ({ skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-look-again');
  const { output } = await runOnTerminal(['inbox'], {
    env: env(),
    steps: [
      { prompt: /Run the linter\?/, typed: '\r' },
      { prompt: /own words/, typed: '\r' },
      { prompt: /(no longer asks|goes on)[\s\S]*waits for a person/, typed: '\u001b' },
    ],
  });
  expect([acts.length, output]).toEqual([
    1,
    expect.stringContaining('The job no longer asks this. Your answer was not sent'),
  ]);
});

test('a yes is for what was shown, also with another try: save-skill', async ({ skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-look-again');
  const save = ['cloud', 'save-skill', 'mac_1', 'tidy', '--content', MINE];
  const { code, output } = await runOnTerminal(save, { env: env(), typed: 'y\r' });
  expect(acts).toHaveLength(1);
  expect(output).toMatch(/Somebody changed tidy on mac_1 meanwhile\.[\s\S]*-An hour of work\./);
  expect(code).toBe(11);
});
