import type { JobReport, TimelineEntry } from '../../contract/record/job.ts';
import type { JobEvent } from './job-event.ts';
import { nextStatus } from './job-state.ts';

const TIMELINE_ENTRIES_MAX = 200;
const RECENT_UPDATES_MAX = 10;
const LINKS_MAX = 50;
const LINE_CHARS_MAX = 500;
const TEXT_CHARS_MAX = 64 * 1024;

/**
 * The report after an event at the time `at` (RFC 3339), or null where the event cannot happen to
 * a job in this state.
 */
export function applyEvent(report: JobReport, event: JobEvent, at: string): JobReport | null {
  const status = nextStatus(report.status, report.outcome, event.kind);
  if (status === null) return null;
  const changed = { ...report, ...changesOf(report, event, at), status, updated_at: at };
  const entry = timelineEntryOf(report, event, at);
  if (entry === null) return changed;
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
    case 'ask':
      return { question: event.question, answer: null };
    case 'leave':
      return {
        ...endedAt(report, at),
        outcome: 'needs_human',
        question: event.question,
        answer: null,
      };
    case 'answer':
    case 'record':
      return { answer: event.answer };
    case 'resume':
      return { answer: event.answer, outcome: null, ended_at: null };
    case 'finish':
      return {
        ...endedAt(report, at),
        outcome: event.finish.outcome,
        headline: cut(event.finish.headline, LINE_CHARS_MAX),
        summary: cut(event.finish.summary, TEXT_CHARS_MAX),
        result: cut(event.finish.result, TEXT_CHARS_MAX),
      };
    case 'fail':
      return {
        ...endedAt(report, at),
        outcome: 'not_done',
        failure: { ...event.failure, message: event.failure.message.slice(0, LINE_CHARS_MAX) },
        headline: cut(event.failure.message, LINE_CHARS_MAX),
        result: cut(event.result ?? null, TEXT_CHARS_MAX),
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

/** A run that is over has no recent updates any more (specification, field `progress`). */
function endedAt(report: JobReport, at: string): Partial<JobReport> {
  const { progress } = report;
  if (progress === null) return { ended_at: at };
  const { message, percent, step } = progress;
  return { ended_at: at, progress: { message, percent, step } };
}

type JobProgress = NonNullable<JobReport['progress']>;

function nextProgress(report: JobReport, next: JobProgress, at: string): JobProgress {
  const recent = report.progress?.recent_updates ?? [];
  const message = cut(next.message, LINE_CHARS_MAX);
  return {
    message,
    percent: next.percent ?? report.progress?.percent ?? null,
    step: cut(next.step, LINE_CHARS_MAX) ?? report.progress?.step ?? null,
    recent_updates:
      message === null ? recent : [...recent, { at, message }].slice(-RECENT_UPDATES_MAX),
  };
}

function timelineEntryOf(report: JobReport, event: JobEvent, at: string): TimelineEntry | null {
  const text = timelineTextOf(report, event);
  return text === null ? null : { at, kind: text[0], message: text[1].slice(0, LINE_CHARS_MAX) };
}

function timelineTextOf(report: JobReport, event: JobEvent): readonly [string, string] | null {
  switch (event.kind) {
    case 'start':
      return report.started_at === null
        ? ['started', `runs with ${report.runner}`]
        : ['resumed', 'goes on with the answer'];
    case 'progress':
      return event.progress.message === null ? null : ['progress', event.progress.message];
    case 'link':
    case 'spend':
      return null;
    case 'ask':
    case 'leave':
      return ['question', event.question.text];
    case 'answer':
    case 'resume':
    case 'record':
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

function cut(text: string | null, charsMax: number): string | null {
  return text === null || text.length <= charsMax ? text : `${text.slice(0, charsMax - 1)}…`;
}

/** Stays a number that every reader of JSON takes for an integer. */
function sum(before: number | undefined, more: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, (before ?? 0) + more);
}

/** Dollars to six places, so that sums of cents stay sums of cents. */
function round(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6;
}
