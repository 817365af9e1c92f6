import { expect, test } from 'vitest';
import { textWidth } from '../../../src/render/text-width.ts';
import { statusOf } from '../../../src/render/views/status.ts';
import { viewFormat } from '../../../src/render/views/view-format.ts';
import { proves } from '../../support/proves.ts';

const NOW = Date.UTC(2026, 9, 1, 12);
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

const WAITING = {
  id: 'job_38ftrj3c400',
  machine_name: 'build-01',
  skill: 'triage-issue',
  title: 'Triage issue 42',
  state: 'needs_input',
  status: 'waiting',
  headline: null,
  question: {
    text: 'How severe is the data loss that the reporter describes?',
    context: 'Two customers are affected.\nNobody has looked yet.',
    choices: { options: ['low', 'high'], recommended: 'high', multiple: false },
  },
  links: [],
  trigger: 'webhook',
  created_at: ago(30),
  updated_at: ago(5),
  cost_usd: 0.1234,
  tokens: { input: 12_000, output: 340 },
};

const FAILED = {
  id: 'job_38ftrj3c402',
  machine_name: 'lab-03',
  skill: 'nightly-report',
  title: 'Nightly report',
  state: 'failed',
  status: 'failed',
  outcome: 'not_done',
  failure: { kind: 'exit', message: 'The command ended with exit code 3' },
  summary: 'One. '.repeat(400),
  links: Array.from({ length: 9 }, (_, at) => ({ kind: 'issue', title: `#${at}`, url: null })),
  created_at: ago(600),
  started_at: ago(600),
  ended_at: ago(590),
};

const END_OPTIONS = { isTerminal: true, colour: false, now: NOW, width: 80 };

function shown(value: unknown, more: object = {}): string {
  const options = { isTerminal: true, colour: false, now: NOW, width: 80, ...more };
  return String(viewFormat.value({ value }, options));
}

test('the question, title and state of jobs stay at every width', () => {
  proves('UI-output-views');
  const list = { jobs: [WAITING, FAILED], next_before: null };
  expect(shown(list)).toBe(
    `STATE        TITLE                             MACHINE   WHEN    ID
needs input  How severe is the data loss…      build-01  5m ago  job_38ftrj3c400
failed       Nightly report · The command…     lab-03    9h ago  job_38ftrj3c402
`,
  );
  expect(shown(list, { width: 40 })).toBe(
    `STATE        TITLE
needs input  How severe is the data…
failed       Nightly report · The…
`,
  );
  expect(shown(list, { isPlain: true })).toContain(
    'needs input, How severe is the data loss that the reporter describes? · Triage issue 42, ',
  );
});

test('a job that waits begins with its question and what may be answered', () => {
  proves('UI-output-views');
  expect(shown(WAITING)).toBe(`needs input  Triage issue 42
  How severe is the data loss that the reporter describes?
  Two customers are affected.
  Nobody has looked yet.
  options
    low
    high (recommended)
  where  triage-issue on build-01
  when   5m ago, by webhook
  cost   $0.12, 12.3k tokens
  id     job_38ftrj3c400
`);
});

test('with --full every member and exact times are there', () => {
  proves('UI-output-views');
  expect(shown(WAITING, { isFull: true })).toContain(`created_at    ${WAITING.created_at}`);
  expect(shown([FAILED, WAITING], { isFull: true })).toContain(WAITING.created_at);
});

test.each([40, 80, 120])(
  'a followed job ends in at most 12 lines on %i columns, its state last',
  (width) => {
    proves('UI-output-job-end');
    for (const [job, last] of [
      [WAITING, 'needs input  Triage issue 42'],
      [FAILED, 'failed  The command ended with exit code'],
    ] as const) {
      const options = { isTerminal: true, colour: false, now: NOW, width };
      const text = String(viewFormat.value({ value: job, isEnd: true }, options));
      const lines = text.trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(12);
      expect(lines.slice(-2).join('\n')).toContain(last);
      for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
    }
  },
);

test('an answer says what becomes of the job, and not which flags were set', () => {
  const shown = (delivered: boolean, resumed: boolean) => {
    const value = { job: 'job_38ftrj3c400', command_id: 'cmd_38ftrj3c401', delivered, resumed };
    const options = { isTerminal: true, colour: false, now: NOW, width: 80 };
    return String(viewFormat.value({ value }, options)).split('\n')[0];
  };
  expect(shown(true, false)).toBe('Answered; the job goes on');
  expect(shown(true, true)).toContain('its session goes on with the answer');
  expect(shown(false, false)).toContain('the run had ended and was not resumed');
});

test('a job that somebody cancelled is not among what fails', () => {
  const failed_jobs = [FAILED, { ...FAILED, id: 'job_38ftrj3c409', status: 'cancelled' }];
  const { failing } = statusOf({ needs_attention: { failed_jobs } });
  expect(failing.jobs.map(({ id }) => id)).toEqual([FAILED.id]);
});

test('what a program told wrongly stands in its job, and where its following ends', () => {
  proves('AGENT-bad-lines');
  const timeline = [
    { at: ago(2), kind: 'started', message: 'runs with agent_a' },
    { at: ago(1), kind: 'problem', message: 'FLEET_COMMANDS_FILE: line 1 is not JSON' },
  ];
  const job = {
    id: 'job_1',
    skill: 'tidy',
    title: 'Tidy',
    state: 'done',
    outcome: 'done',
    timeline,
  };
  const expected = '  problems\n    FLEET_COMMANDS_FILE: line 1 is not JSON\n';
  expect(shown(job)).toContain(expected);
  expect(String(viewFormat.value({ value: job, isEnd: true }, END_OPTIONS))).toContain(expected);
});

test('of what is on its way, each id says what it is for', () => {
  proves('UI-output-views');
  const ids = { job: 'job_1', command_id: 'cmd_1' };
  const answer = { pending: true, ...ids, state: 'in_progress', status: 'queued' };
  expect(shown(answer)).toBe(`queued  On its way
  job      job_1, by which it is followed, answered, cancelled
  command  cmd_1, which brings it to the machine
`);
  expect(shown({ pending: true, command_id: 'cmd_1', status: 'pending' })).toBe(
    'pending  On its way\n  command  cmd_1, which brings it to the machine\n',
  );
});
