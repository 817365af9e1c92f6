import { z } from 'zod';
import {
  ARTIFACTS,
  JOB_STATUSES,
  type JobReport,
  type LiveOutput,
  RUNNERS,
} from '../../contract/record/job.ts';
import {
  amountUpTo,
  countUpTo,
  firstUpTo,
  idUpTo,
  lastUpTo,
  machineTime,
  nameUpTo,
  textUpTo,
} from './bounded-values.ts';

const line = textUpTo(500);
const paragraph = textUpTo(20_000);
/** As much as the reference machine tells: a list reads a hundred jobs. */
const longText = textUpTo(64 * 1024);

/** As many options as `answer_job` can name. */
const options = firstUpTo(textUpTo(200), 20);

const progress = z.object({
  message: line.nullable(),
  percent: z.number().min(0).max(100).nullable(),
  step: line.nullable(),
  recent_updates: lastUpTo(z.object({ at: machineTime, message: line }), 100).exactOptional(),
});

const question = z.object({
  text: paragraph,
  context: longText.nullable(),
  choices: z
    .object({
      options,
      recommended: textUpTo(200).nullable(),
      multiple: z.boolean(),
    })
    .nullable(),
});

const answer = z.object({
  text: paragraph,
  options,
  at: machineTime,
  by: line,
});

/** More than any run uses; the sum of very many jobs stays a number that is exact. */
const tokens = countUpTo(10_000_000_000);
const COST_USD_MAX = 1_000_000_000;

/** What a machine says of a job, `JobReport`. */
export const jobReportSchema: z.ZodType<JobReport> = z.object({
  machine_job_id: idUpTo(200),
  job: idUpTo(64).nullable(),
  skill: nameUpTo(64),
  runner: z.enum(RUNNERS),
  model: nameUpTo(200).nullable(),
  title: line,
  trigger: z.enum(['run', 'webhook', 'schedule', 'replay', 'test']),
  status: z.enum(JOB_STATUSES),
  outcome: z.enum(['done', 'not_done', 'needs_human']).nullable(),
  failure: z.object({ kind: nameUpTo(100), message: paragraph }).nullable(),
  headline: line.nullable(),
  summary: longText.nullable(),
  result: longText.nullable(),
  progress: progress.nullable(),
  links: lastUpTo(
    z.object({ kind: nameUpTo(50), title: line, url: textUpTo(2000).nullable() }),
    100,
  ),
  question: question.nullable(),
  answer: answer.nullable(),
  cost_usd: amountUpTo(COST_USD_MAX).nullable(),
  tokens: z.object({ input: tokens, output: tokens }).nullable(),
  timeline: lastUpTo(z.object({ at: machineTime, kind: nameUpTo(50), message: line }), 1000),
  artifacts: z
    .array(z.object({ name: z.enum(ARTIFACTS), bytes: z.int().min(0) }))
    .max(ARTIFACTS.length),
  started_at: machineTime.nullable(),
  ended_at: machineTime.nullable(),
  updated_at: machineTime,
});
const TEXT_CHARS_MAX = 64 * 1024;
/** Of live output the end is what counts; half a character that the cut leaves is replaced. */
const endOfText = z
  .string()
  .transform((text) => text.slice(-TEXT_CHARS_MAX).replaceAll('\0', '\ufffd').toWellFormed());
/** What a machine streams of a watched job, `LiveOutput`. */
export const outputReportSchema: z.ZodType<LiveOutput> = z.object({
  machine_job_id: idUpTo(200),
  stream: z.enum(['stdout', 'stderr']),
  text: endOfText,
  at: machineTime,
});
