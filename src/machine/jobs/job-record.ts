import { z } from 'zod';
import { ARTIFACTS, JOB_STATUSES, RUNNERS } from '../../contract/record/job.ts';
import type { Scrub } from '../secrets/scrub.ts';
import { scrubRecord } from '../secrets/scrub-record.ts';
import type { Job } from './job.ts';
import { hasEnded } from './job-state.ts';

const text = z.string();
const textOrNull = z.string().nullable();

const progress = z.object({
  message: textOrNull,
  percent: z.number().nullable(),
  step: textOrNull,
  recent_updates: z.array(z.object({ at: text, message: text })).exactOptional(),
});

const question = z.object({
  text,
  context: textOrNull,
  choices: z
    .object({ options: z.array(text), recommended: textOrNull, multiple: z.boolean() })
    .nullable(),
});

const report = z.object({
  machine_job_id: text,
  job: textOrNull,
  skill: text,
  runner: z.enum(RUNNERS),
  model: textOrNull,
  title: text,
  trigger: z.enum(['run', 'webhook', 'schedule', 'replay', 'test']),
  status: z.enum(JOB_STATUSES),
  outcome: z.enum(['done', 'not_done', 'needs_human']).nullable(),
  failure: z.object({ kind: text, message: text }).nullable(),
  headline: textOrNull,
  summary: textOrNull,
  result: textOrNull,
  progress: progress.nullable(),
  links: z.array(z.object({ kind: text, title: text, url: textOrNull })),
  question: question.nullable(),
  answer: z.object({ text, options: z.array(text), at: text, by: text }).nullable(),
  cost_usd: z.number().nullable(),
  tokens: z.object({ input: z.number(), output: z.number() }).nullable(),
  timeline: z.array(z.object({ at: text, kind: text, message: text })),
  artifacts: z.array(z.object({ name: z.enum(ARTIFACTS), bytes: z.number() })),
  started_at: textOrNull,
  ended_at: textOrNull,
  updated_at: text,
});

const jobFile = z.object({
  report,
  session: z.object({ id: textOrNull.default(null), next_step: z.int(), answer: text }),
  reported: z.boolean(),
});

/** Parses the text of a `job.json`. Throws `SyntaxError` or `ZodError` where it is not valid. */
export function parseJobFile(content: string): Job {
  const file = jobFile.parse(JSON.parse(content));
  return {
    report: file.report,
    session: {
      id: file.session.id,
      nextStep: file.session.next_step,
      answer: file.session.answer,
    },
    reported: file.reported,
  };
}

/**
 * The content of the `job.json` of a job, scrubbed but for the answer that a job which has not ended goes on with,
 * perhaps after a restart.
 */
export function toJobFile({ report, reported, session }: Job, scrub: Scrub): unknown {
  const answer = hasEnded(report.status) ? scrub(session.answer) : session.answer;
  return {
    report: scrubRecord(report, scrub),
    session: { id: session.id && scrub(session.id), next_step: session.nextStep, answer },
    reported,
  };
}
