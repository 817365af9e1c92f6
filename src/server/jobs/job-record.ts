import { z } from 'zod';
import { ARTIFACTS, JOB_STATUSES, RUNNERS } from '../../contract/record/job.ts';
import { count, dollars, id, maybeText, maybeTime, time } from '../catalogue/record-fields.ts';
import { commandSummarySchema } from '../commands/command-record.ts';

const status = z.enum(JOB_STATUSES);
const state = z.enum(['needs_input', 'in_progress', 'done', 'failed']);
const outcome = z.enum(['done', 'not_done', 'needs_human']).nullable();
export const runnerSchema = z.enum(RUNNERS);

const progress = z.strictObject({
  message: maybeText,
  percent: z.number().min(0).max(100).nullable(),
  step: maybeText,
  recent_updates: z
    .array(z.strictObject({ at: time, message: z.string() }))
    .describe('While it runs.')
    .optional(),
});

const choices = z.strictObject({
  options: z.array(z.string()),
  recommended: maybeText,
  multiple: z.boolean(),
});

const question = z.strictObject({
  text: z.string(),
  context: maybeText,
  choices: choices.nullable(),
});

const link = z.strictObject({ kind: z.string(), title: z.string(), url: maybeText });

/** A job in lists: `jobSummary`. */
export const jobSummarySchema = z
  .strictObject({
    id: id('job'),
    machine_job_id: maybeText,
    machine: id('mac'),
    machine_name: maybeText,
    skill: z.string(),
    title: z.string(),
    state,
    status,
    outcome,
    failure: z.strictObject({ kind: z.string(), message: z.string() }).nullable(),
    headline: maybeText,
    summary: maybeText,
    result_excerpt: maybeText,
    progress: progress.nullable(),
    links: z.array(link),
    delivery_id: id('del').nullable(),
    question: question.nullable(),
    trigger: z.enum(['run', 'webhook', 'schedule', 'replay', 'test']),
    runner: runnerSchema.nullable(),
    model: maybeText,
    cost_usd: dollars.nullable(),
    tokens: z.strictObject({ input: count, output: count }).nullable(),
    created_at: time,
    started_at: maybeTime,
    ended_at: maybeTime,
    updated_at: time,
  })
  .meta({ id: 'JobSummary' });

const answer = z.strictObject({
  text: z.string(),
  options: z.array(z.string()),
  at: time,
  by: z.string(),
});

const output = z.strictObject({
  stream: z.enum(['stdout', 'stderr']),
  text: z.string(),
  at: maybeTime,
  until: maybeTime,
});

/** A job in full: `jobDetail`. */
export const jobSchema = jobSummarySchema
  .extend({
    result: maybeText,
    answer: answer.nullable(),
    timeline: z.array(z.strictObject({ at: time, kind: z.string(), message: z.string() })),
    output: output.nullable(),
    artifacts: z.array(z.strictObject({ name: z.enum(ARTIFACTS), bytes: count })),
    commands: z.array(commandSummarySchema),
  })
  .meta({ id: 'Job' });

/** The last job of a skill. */
export const lastJobSchema = z.strictObject({
  id: id('job'),
  state,
  status,
  outcome,
  headline: maybeText,
  created_at: time,
  ended_at: maybeTime,
});

/** A job that is on its way, to be looked up and never started again (specification, rule 3). */
export const pendingJobSchema = z
  .strictObject({
    pending: z.literal(true),
    job: id('job'),
    command_id: id('cmd'),
    status,
    state,
  })
  .meta({ id: 'PendingJob' });

/** What an operation answers that starts a job and may wait for its end. */
export const jobResponses = { 200: jobSchema, 202: pendingJobSchema } as const;

/** The numbers of the jobs of a span: `JobNumbers`. */
export const jobNumbersSchema = z.strictObject({
  jobs: count,
  succeeded: count,
  failed: count,
  needs_human: count,
  cost_usd: dollars,
  tokens: count,
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
});
