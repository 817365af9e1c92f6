import type { JobProgress, JobReport, TimelineEntry } from '../../contract/record/job.ts';
import type { JobEvent } from './job-event.ts';
import { nextStatus } from './job-state.ts';

const TIMELINE_ENTRIES_MAX = 200;
const RECENT_UPDATES_MAX = 10;
const LINKS_MAX = 50;
const LINE_CHARS_MAX = 500;
const TEXT_CHARS_MAX = 64 * 1024;

/**
 * The report after an event at the time `at` (RFC 3339); undefined where the event cannot happen in
 * the present state of the job.
 */
export function applyEvent(report: JobReport, event: JobEvent, at: string): JobReport | undefined {
  const status = nextStatus(report.status, report.outcome, event.kind);
  if (status === undefined) return undefined;
  const changed = { ...report, ...changesOf(report, event, at), status, updated_at: at };
  const entry = timelineEntryOf(report, event, at);
  if (entry === undefined) return changed;
  return { ...changed, timeline: [...report.timeline, entry].slice(-TIMELINE_ENTRIES_MAX) };
}

function changesOf(report: JobReport, event: JobEvent, at: string): Partial<JobReport> {
  switch (event.kind) {
    case 'start':
      return { started_at: report.started_at ?? at, ended_at: null, outcome: null };
    case 'progress':
      return { progress: nextProgress(report, event.progress, at) };
    case 'link':
      return { links: [...report.links, event.link].slice(-LINKS_MAX) };
    case 'spend':
      return {
        cost_usd: round((report.cost_usd ?? 0) + event.spend.costUsd),
        tokens: {
          input: sum(report.tokens?.input, event.spend.inputTokens),
          output: sum(report.tokens?.output, event.spend.outputTokens),
        },
      };
    case 'problem':
      return {};
    case 'ask':
      return { question: event.question, answer: null };
    case 'end_with_question':
      return {
        ...endedAt(report, at),
        outcome: 'needs_human',
        question: event.question,
        answer: null,
      };
    case 'answer':
    case 'record_answer':
      return { answer: event.answer };
    case 'resume':
      return { answer: event.answer, outcome: null, ended_at: null };
    case 'finish':
      return {
        ...endedAt(report, at),
        outcome: event.finish.outcome,
        headline: truncate(event.finish.headline, LINE_CHARS_MAX),
        summary: beginningOf(event.finish.summary),
        result: beginningOf(event.finish.result),
      };
    case 'fail':
      return {
        ...endedAt(report, at),
        outcome: 'not_done',
        failure: { ...event.failure, message: event.failure.message.slice(0, LINE_CHARS_MAX) },
        headline: truncate(event.failure.message, LINE_CHARS_MAX),
        result: beginningOf(event.result ?? null),
      };
    case 'cancel':
      return { ...endedAt(report, at), outcome: 'not_done' };
    case 'time_out':
      return {
        ...endedAt(report, at),
        outcome: 'not_done',
        failure: { kind: 'timeout', message: `not done after ${event.limitSeconds} s` },
      };
  }
}

/** A job that has ended has no recent updates any more (specification, field `progress`). */
function endedAt(report: JobReport, at: string): Partial<JobReport> {
  const { progress } = report;
  if (progress === null) return { ended_at: at };
  const { message, percent, step } = progress;
  return { ended_at: at, progress: { message, percent, step } };
}

function nextProgress(report: JobReport, next: JobProgress, at: string): JobProgress {
  const recent = report.progress?.recent_updates ?? [];
  const message = truncate(next.message, LINE_CHARS_MAX);
  return {
    message,
    percent: next.percent ?? report.progress?.percent ?? null,
    step: truncate(next.step, LINE_CHARS_MAX) ?? report.progress?.step ?? null,
    recent_updates:
      message === null ? recent : [...recent, { at, message }].slice(-RECENT_UPDATES_MAX),
  };
}

function timelineEntryOf(
  report: JobReport,
  event: JobEvent,
  at: string,
): TimelineEntry | undefined {
  const text = timelineTextOf(report, event);
  return text === undefined
    ? undefined
    : { at, kind: text[0], message: text[1].slice(0, LINE_CHARS_MAX) };
}

function timelineTextOf(report: JobReport, event: JobEvent): readonly [string, string] | undefined {
  switch (event.kind) {
    case 'start':
      return report.started_at === null
        ? ['started', `runs with ${report.runner}`]
        : ['resumed', 'continues with the answer'];
    case 'progress':
      return event.progress.message === null ? undefined : ['progress', event.progress.message];
    case 'problem':
      return ['problem', event.message];
    case 'link':
    case 'spend':
      return undefined;
    case 'ask':
    case 'end_with_question':
      return ['question', event.question.text];
    case 'answer':
    case 'resume':
    case 'record_answer':
      // The answer itself is kept once, in `answer`.
      return ['answer', `answered by ${event.answer.by}`];
    case 'finish':
      return ['ended', event.finish.headline ?? 'succeeded'];
    case 'fail':
      return ['ended', event.failure.message];
    case 'cancel':
      return ['ended', 'cancelled'];
    case 'time_out':
      return ['ended', `not done after ${event.limitSeconds} s`];
  }
}

/** Whoever keeps a part of a text has to see that it is one, whatever printed it. */
const LEFT_OUT = '\n[the rest of this text is left out]';

function beginningOf(text: string | null): string | null {
  if (text === null || text.length <= TEXT_CHARS_MAX) return text;
  return `${text.slice(0, TEXT_CHARS_MAX - LEFT_OUT.length)}${LEFT_OUT}`;
}

function truncate(text: string | null, charsMax: number): string | null {
  return text === null || text.length <= charsMax ? text : `${text.slice(0, charsMax - 1)}…`;
}

/** The sum, within the integers that every JSON reader can represent. */
function sum(before: number | undefined, more: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, (before ?? 0) + more);
}

/** Dollars rounded to six places, without the errors of binary fractions. */
function round(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6;
}
