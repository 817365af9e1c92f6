import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobReport } from '../../../src/contract/record/job.ts';
import { applyEvent } from '../../../src/machine/jobs/apply-event.ts';
import type { JobEvent } from '../../../src/machine/jobs/job-event.ts';
import { nextStatus } from '../../../src/machine/jobs/job-state.ts';
import { newJob } from '../../../src/machine/jobs/new-job.ts';
import { parseSkill } from '../../../src/machine/skills/skill-file.ts';
import { proves } from '../../support/proves.ts';

proves('WIRE-job-status', 'WIRE-job-outcome', 'STATE-job-cancel');

const KINDS = [
  ...[
    'start',
    'progress',
    'link',
    'spend',
    'ask',
    'end_with_question',
    'answer',
    'resume',
    'record_answer',
  ],
  ...['finish', 'fail', 'cancel', 'time_out'],
] as const;

const ALLOWED = {
  queued: { start: 'running', fail: 'failed', cancel: 'cancelled' },
  running: {
    progress: 'running',
    link: 'running',
    spend: 'running',
    ask: 'waiting',
    end_with_question: 'succeeded',
    finish: 'succeeded',
    fail: 'failed',
    cancel: 'cancelled',
    time_out: 'timed_out',
  },
  waiting: { answer: 'queued', cancel: 'cancelled' },
  succeeded: {},
  failed: {},
  cancelled: {},
  timed_out: {},
} as const;

test.each(Object.keys(ALLOWED) as (keyof typeof ALLOWED)[])(
  'of a %s job only the moves of the table happen',
  (status) => {
    const allowed: Readonly<Record<string, string>> = ALLOWED[status];
    for (const kind of KINDS) expect(nextStatus(status, null, kind)).toBe(allowed[kind]);
  },
);

test('a run that ended takes an answer only while it needs a person', () => {
  expect(nextStatus('succeeded', 'needs_human', 'resume')).toBe('queued');
  expect(nextStatus('succeeded', 'needs_human', 'record_answer')).toBe('succeeded');
  expect(nextStatus('succeeded', 'needs_human', 'finish')).toBe(undefined);
  expect(nextStatus('succeeded', 'done', 'resume')).toBe(undefined);
});

const skill = parseSkill('---\nname: a\ndescription: Does a\nfleet: { runner: shell }\n---\n', 'a');
const question = { text: 'Go on?', context: null, choices: null };
const answer = { text: 'yes', options: [], at: '2026-10-01T12:00:00.000Z', by: 'Ada' };

const anyEvent: fc.Arbitrary<JobEvent> = fc.oneof(
  fc.constantFrom<JobEvent>(
    { kind: 'start' },
    { kind: 'cancel' },
    { kind: 'time_out', limitSeconds: 3 },
    { kind: 'ask', question },
    { kind: 'end_with_question', question },
    { kind: 'answer', answer },
    { kind: 'resume', answer },
    { kind: 'record_answer', answer },
    { kind: 'fail', failure: { kind: 'exit_code', message: 'exit code 1' } },
    { kind: 'spend', spend: { costUsd: 0.1, inputTokens: 1, outputTokens: 2 } },
  ),
  fc.record({
    kind: fc.constant('progress' as const),
    progress: fc.record({
      message: fc.option(fc.string({ maxLength: 2000 })),
      percent: fc.option(fc.integer({ min: 0, max: 100 })),
      step: fc.option(fc.string()),
    }),
  }),
  fc.record({
    kind: fc.constant('finish' as const),
    finish: fc.record({
      headline: fc.string({ maxLength: 2000 }),
      summary: fc.constant(null),
      result: fc.string(),
      outcome: fc.constantFrom('done' as const, 'not_done' as const),
    }),
  }),
);

test('whatever happens in whatever order, a report stays sound and bounded', () => {
  const request = { skill, job: null, trigger: 'run', payload: 1, headers: {} } as const;
  const at = '2026-10-01T12:00:00.000Z';
  const first = newJob(request, { id: 'run-1', at, scrub: (text) => text }).report;
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 300 }), (events) => {
      const last = events.reduce<JobReport>(
        (report, event) => applyEvent(report, event, '2026-10-01T12:00:01.000Z') ?? report,
        first,
      );
      const over = ['succeeded', 'failed', 'cancelled', 'timed_out'].includes(last.status);
      expect(last.ended_at !== null).toBe(over);
      expect(last.outcome !== null).toBe(over);
      expect(last.failure !== null).toBe(['failed', 'timed_out'].includes(last.status));
      expect(last.status !== 'waiting' || last.answer === null).toBe(true);
      expect(over && last.progress !== null && 'recent_updates' in last.progress).toBe(false);
      expect(last.timeline.length).toBeLessThanOrEqual(200);
      expect(last.progress?.recent_updates?.length ?? 0).toBeLessThanOrEqual(10);
      expect(last.headline?.length ?? 0).toBeLessThanOrEqual(500);
    }),
  );
});

test('the sum of tokens stays an integer that every reader of JSON takes', () => {
  const request = { skill, job: null, trigger: 'run', payload: 1, headers: {} } as const;
  const at = '2026-10-01T12:00:00.000Z';
  const spend = { costUsd: 0, inputTokens: 9007199254740991, outputTokens: 7 };
  const events: JobEvent[] = [
    { kind: 'start' },
    { kind: 'spend', spend },
    { kind: 'spend', spend },
  ];
  const last = events.reduce<JobReport>(
    (report, event) => applyEvent(report, event, at) ?? report,
    newJob(request, { id: 'run-1', at, scrub: (text) => text }).report,
  );
  expect(last.tokens).toEqual({ input: 9007199254740991, output: 14 });
});
