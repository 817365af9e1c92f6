import { z } from 'zod';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import {
  ARTIFACTS,
  JOB_STATUSES,
  type JobProgress,
  type JobReport,
} from '../../contract/record/job.ts';
import { count, dollars, id, maybeText, maybeTime, time } from '../catalogue/record-fields.ts';
import { commandSummarySchema, toCommandSummary } from '../commands/command-record.ts';
import { formatId } from '../database/row-id.ts';
import type { CommandRow, JobRow } from '../database/schema.ts';
import { runnerSchema } from '../machines/machine-record.ts';
import { readJobReport } from './job-report.ts';
import type { ListedJobRow } from './listed-jobs.ts';
import { listedReport } from './listed-report.ts';
import type { LiveOutputRecord } from './live-output.ts';

export const jobStatusSchema = z.enum(JOB_STATUSES);

export const jobStateSchema = z.enum(['needs_input', 'in_progress', 'done', 'failed']);
const outcome = z.enum(['done', 'not_done', 'needs_human']).nullable();
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

/** A job in lists. */
export const jobSummarySchema = z
  .strictObject({
    id: id('job'),
    machine_job_id: maybeText,
    machine: id('mac'),
    machine_name: maybeText,
    skill: z.string(),
    title: z.string(),
    state: jobStateSchema,
    status: jobStatusSchema,
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

/** A job in full. */
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
  state: jobStateSchema,
  status: jobStatusSchema,
  outcome,
  headline: maybeText,
  created_at: time,
  ended_at: maybeTime,
});

const EXCERPT_LENGTH = 300;

/** A job in lists and in the inbox, with the beginning of each long text and the newest of its links. */
export function toJobSummary(
  job: ListedJobRow,
  machine: { readonly name: string | null } | undefined,
  delivery?: number,
) {
  const report = readJobReport(job);
  return toSummary({ job, machine, delivery }, report && listedReport(report));
}

function toSummary({ job, machine, delivery }: JobSummaryFacts, report: JobReport | null) {
  return {
    id: formatId('job', job.id),
    machine_job_id: job.machine_job_id,
    machine: formatId('mac', job.machine),
    machine_name: machine?.name ?? null,
    skill: job.skill,
    title: job.title,
    state: job.state,
    status: job.status,
    outcome: job.outcome,
    failure: job.failure === null ? (report?.failure ?? null) : JSON.parse(job.failure),
    headline: report?.headline ?? null,
    summary: report?.summary ?? null,
    result_excerpt: excerpt(report?.result ?? null),
    progress: toProgress(job, report),
    links: [...(report?.links ?? []), ...deliveryLinks(delivery)],
    delivery_id: delivery === undefined ? null : formatId('del', delivery),
    question: report?.question ?? null,
    trigger: job.trigger,
    runner: job.runner,
    model: job.model,
    cost_usd: job.cost_usd,
    tokens: report?.tokens ?? null,
    created_at: rfc3339(job.created_at),
    started_at: rfc3339(job.started_at),
    ended_at: rfc3339(job.ended_at),
    updated_at: rfc3339(job.activity_at),
  };
}

interface JobSummaryFacts {
  readonly job: ListedJobRow;
  readonly machine: { readonly name: string | null } | undefined;
  /** The webhook delivery that started it. */
  readonly delivery?: number | undefined;
}

interface JobFacts extends JobSummaryFacts {
  readonly job: JobRow;
  /** Commands sent about it, newest first. */
  readonly commands: readonly CommandRow[];
  /** What is streamed while somebody watches. */
  readonly output?: LiveOutputRecord | null;
}

/** A job in full. */
export function toJobDetail({ job, machine, commands, delivery, output = null }: JobFacts) {
  const report = readJobReport(job);
  return {
    ...toSummary({ job, machine, delivery }, report),
    result: report?.result ?? null,
    answer: report?.answer ?? null,
    timeline: report?.timeline ?? [
      { at: rfc3339(job.created_at), kind: 'queued', message: 'waits for its machine' },
    ],
    output,
    artifacts: report?.artifacts ?? [],
    commands: commands.map(toCommandSummary),
  };
}

function deliveryLinks(delivery: number | undefined): JobReport['links'] {
  if (delivery === undefined) return [];
  return [{ kind: 'delivery', title: formatId('del', delivery), url: null }];
}

/** `recent_updates` are there only while the job runs (specification, "Job"). */
function toProgress(job: ListedJobRow, report: JobReport | null): JobProgress | null {
  if (!report?.progress) return null;
  const { recent_updates: updates = [], ...progress } = report.progress;
  return job.status === 'running' ? { ...progress, recent_updates: updates } : progress;
}

/** The first characters by code points; a pair of surrogates is one. */
function excerpt(result: string | null): string | null {
  if (result === null || result.length <= EXCERPT_LENGTH) return result;
  let cut = 0;
  let end = 0;
  for (let count = 0; count < EXCERPT_LENGTH && end < result.length; count += 1) {
    cut = end;
    end += (result.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end < result.length ? `${result.slice(0, cut)}…` : result;
}

export const inboxCountsSchema = z.strictObject({ needs_input: count, in_progress: count });
