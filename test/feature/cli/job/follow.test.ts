import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import {
  problemResponse,
  type ScriptedService,
  startScriptedService,
} from '../../../support/scripted-service.ts';

const JOB = { type: 'object', properties: { job: { type: 'string' } } };

const RUNNING = { id: 'job_1', state: 'in_progress', status: 'running', title: 'Check' };

/** What get_job says, look after look; the last stays. */
const LOOKS: Readonly<Record<string, readonly object[]>> = {
  job_1: [
    { ...RUNNING, progress: { percent: 10, step: 'build', message: null } },
    {
      ...RUNNING,
      progress: { percent: 10, step: 'build', recent_updates: [{ at: 't1', message: 'half' }] },
      output: { stream: 'stdout', text: 'one\ntwo\n', at: null, until: null },
    },
    {
      ...RUNNING,
      progress: {
        ...{ percent: 90, step: 'test', message: 'nearly' },
        recent_updates: ['half', 'more', 'nearly'].map((message, at) => ({
          at: `t${at + 1}`,
          message,
        })),
      },
      output: { stream: 'stdout', text: 'one\ntwo\n', at: null, until: null },
    },
    { ...RUNNING, state: 'done', status: 'succeeded', progress: null, output: null },
  ],
  answered: [
    { ...RUNNING, id: 'answered', state: 'needs_input', question: { text: 'Which?' } },
    { ...RUNNING, id: 'answered', state: 'needs_input', question: { text: 'Which?' } },
    { ...RUNNING, id: 'answered', state: 'done', status: 'succeeded' },
  ],
  late: [
    { ...RUNNING, id: 'late', output: { stream: 'stdout', text: 'nine\nten\n' } },
    { ...RUNNING, id: 'late', state: 'done', status: 'succeeded', output: null },
  ],
  late_gap: [
    { ...RUNNING, id: 'late_gap', output: { stream: 'stdout', text: 'two\n' } },
    { ...RUNNING, id: 'late_gap', output: { stream: 'stdout', text: 'nine\nten\n' } },
    { ...RUNNING, id: 'late_gap', state: 'done', status: 'succeeded', output: null },
  ],
  again: [
    { ...RUNNING, id: 'again', output: { stream: 'stdout', text: '---\n' } },
    { ...RUNNING, id: 'again', state: 'done', status: 'succeeded', output: null },
  ],
  torn: [
    { ...RUNNING, id: 'torn', output: { stream: 'stdout', text: 'one\n' } },
    { ...RUNNING, id: 'torn', state: 'done', status: 'succeeded', output: null },
  ],
  asks: [{ ...RUNNING, id: 'asks', state: 'needs_input', question: { text: 'Which?' } }],
};

let service: ScriptedService;
let looks = 0;
let mayWatch = true;
beforeEach(() => {
  looks = 0;
  mayWatch = true;
});
beforeAll(async () => {
  service = await startScriptedService({
    tools: [{ name: 'get_job', class: 'read', input_schema: JOB }],
    answer({ body, path }) {
      if (path.endsWith('/watch_job')) {
        return mayWatch ? { body: { until: null } } : problemResponse(403, 'forbidden');
      }
      if (path.endsWith('/get_job_artifact')) {
        if (body.includes('torn')) return problemResponse(404, 'not_found');
        if (body.includes('again')) {
          return { body: { content: '9\n10\n---\n', truncated: true, bytes: 400_000 } };
        }
        const more = body.includes('late') ? 'nine\nten\neleven\n' : '';
        return { body: { content: `one\ntwo\nthree\n${more}`, truncated: false } };
      }
      const [, inPath = ''] = /\/jobs\/(\w+)/.exec(path) ?? [];
      const job = inPath === '' ? JSON.parse(body).job : inPath;
      if (job === 'gone') return problemResponse(404, 'unknown_job');
      const all = LOOKS[job] ?? [];
      const look = all[Math.min(looks, all.length - 1)];
      if (inPath !== '') looks += 1;
      return { body: look };
    },
  });
});
afterAll(() => service.stop());

const events = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const follow = (job: string, ...more: readonly string[]) =>
  runFleet(['job', 'follow', job, '-o', 'jsonl', ...more], {
    env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
  });

test('jsonl writes each change once, the output, and at last the exit code', async () => {
  proves('UI-follow-events', 'UI-follow-output');
  const { code, stdout } = await follow('job_1');
  expect(code).toBe(0);
  const about = { job: 'job_1' };
  expect(events(stdout)).toEqual([
    { event: 'state', ...about, state: 'in_progress', status: 'running' },
    { event: 'progress', ...about, percent: 10, step: 'build' },
    { event: 'progress', ...about, at: 't1', message: 'half' },
    { event: 'output', ...about, stream: 'stdout', text: 'one\ntwo\n', gap: false },
    { event: 'progress', ...about, at: 't2', message: 'more' },
    { event: 'progress', ...about, at: 't3', percent: 90, step: 'test', message: 'nearly' },
    { event: 'state', ...about, state: 'done', status: 'succeeded' },
    { event: 'output', ...about, stream: 'stdout', text: 'three\n', gap: false },
    { event: 'end', ...about, state: 'done', exit_code: 0, record: LOOKS['job_1']?.[3] },
  ]);
  const watches = service.calls().filter(({ path }) => path.endsWith('/watch_job'));
  expect(watches.map(({ body }) => JSON.parse(body))).toEqual([{ job: 'job_1', stream: 'stdout' }]);
});

test.each([
  [
    'late',
    [
      ['nine\nten\n', false],
      ['eleven\n', false],
    ],
  ],
  [
    'late_gap',
    [
      ['two\n', false],
      ['nine\nten\n', true],
      ['eleven\n', false],
    ],
  ],
])('what %j wrote before it was seen is not told at its end', async (job, expected) => {
  proves('UI-follow-output-late', 'UI-follow-output');
  const outputs = events((await follow(job)).stdout).filter(({ event }) => event === 'output');
  expect(outputs.map(({ gap, text }) => [text, gap])).toEqual(expected);
});

test('what was seen first and stands again at the end does not hide what is between', async () => {
  proves('UI-follow-output-again');
  const outputs = events((await follow('again')).stdout).filter(({ event }) => event === 'output');
  expect(outputs.map(({ gap, text }) => [text, gap])).toEqual([
    ['---\n', false],
    ['9\n10\n---\n', true],
  ]);
});

test('where the rest of the output cannot be had at the end, an event says that it is missing', async () => {
  proves('UI-follow-output');
  const outputs = events((await follow('torn')).stdout).filter(({ event }) => event === 'output');
  expect(outputs.map(({ gap, text }) => [text, gap])).toEqual([
    ['one\n', false],
    ['', true],
  ]);
});

test('where watching is refused the following goes on without asking again', async () => {
  proves('UI-follow-events');
  mayWatch = false;
  const before = service.calls().length;
  const { code, stdout } = await follow('job_1');
  expect(code).toBe(0);
  expect(events(stdout).at(-1)).toMatchObject({ event: 'end', exit_code: 0 });
  const calls = service.calls().slice(before);
  expect(calls.filter(({ path }) => path.endsWith('/watch_job'))).toHaveLength(1);
});

test('a question is an event, and the last one says that a person is needed', async () => {
  proves('UI-follow-events');
  const { code, stderr, stdout } = await follow('asks');
  expect(code).toBe(10);
  expect(events(stdout)).toMatchObject([
    { event: 'state', job: 'asks', state: 'needs_input' },
    { event: 'question', job: 'asks', question: { text: 'Which?' } },
    { event: 'end', job: 'asks', exit_code: 10 },
  ]);
  expect(stderr).toContain("`fleet job answer asks --match-question 'Which?'`");
});

test('with --wait-for-answer a question is told and followed past, until the time is over', async () => {
  proves('UI-follow-answer');
  const ended = await follow('answered', '--wait-for-answer');
  expect(ended.code).toBe(0);
  expect(events(ended.stdout).map(({ event, state }) => state ?? event)).toEqual([
    'needs_input',
    'question',
    'done',
    'output',
    'done',
  ]);
  const open = await follow('asks', '--wait-for-answer', '--follow-timeout', '1s');
  expect([open.code, events(open.stdout).at(-1)]).toMatchObject([10, { exit_code: 10 }]);
});

test('a failure is the last event too, with its code and exit code', async () => {
  proves('UI-follow-events');
  const { code, stdout, stderr } = await follow('gone');
  expect(code).toBe(6);
  expect(events(stdout)).toEqual([
    { event: 'end', state: null, exit_code: 6, error: 'unknown_job' },
  ]);
  expect(JSON.parse(stderr).error.code).toBe('unknown_job');
});
