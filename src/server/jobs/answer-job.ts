import { z } from 'zod';
import type { ServiceCommandArgs } from '../../contract/command-args.ts';
import { WAITS } from '../../contract/limits.ts';
import { jobId, text, waitSeconds } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { id } from '../catalogue/record-fields.ts';
import { awaitCommand } from '../commands/await-command.ts';
import { commandResponses } from '../commands/command-record.ts';
import {
  MACHINE_REFUSALS,
  readCommandResult,
  responseWithoutResult,
} from '../commands/command-response.ts';
import { queueCommand } from '../commands/queue-command.ts';
import { formatId } from '../database/row-id.ts';
import type { JobRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { requirePaired } from '../machines/resolve-machine.ts';
import { Refusal } from '../refusal.ts';
import { requireNoAnswerOnItsWay } from './answers-on-their-way.ts';
import { readJobReport } from './job-report.ts';
import { pickedOptions } from './picked-options.ts';
import { machineOfJob, resolveJob } from './resolve-job.ts';

export const answerJob = defineOperation({
  name: 'answer_job',
  description:
    'Answers an agent that waits for a person. Options reach it one per line, before the answer; the answer is data for the agent.',
  scope: 'fleet:run',
  class: 'write',
  input: z.strictObject({
    job: jobId(),
    answer: text(1, 20_000, 'What the agent is told.').meta({ examples: ['Go ahead.'] }),
    option: text(0, 200, 'One of the offered options.').optional(),
    options: z
      .array(text(1, 200, 'An offered option.'))
      .min(1)
      .max(20)
      .describe('Several of the offered options, where the question allows several.')
      .optional(),
    resume: z
      .enum(['auto', 'never'])
      .describe('Whether a run that already ended resumes with the answer, or only records it.')
      .default('auto'),
    wait_seconds: waitSeconds(WAITS.answer_job),
  }),
  rest: { method: 'POST', path: '/jobs/{job}/answer' },
  responses: commandResponses(
    z.strictObject({
      job: id('job'),
      command_id: id('cmd'),
      delivered: z.boolean(),
      resumed: z.boolean(),
    }),
  ),
  refusals: [...MACHINE_REFUSALS, 'ambiguous_job', 'revoked'],
  async run(call, { job: named, answer, resume, wait_seconds, ...picked }) {
    const job = await resolveJob(call, named);
    const machine = await machineOfJob(call, job);
    requirePaired(machine);
    const machineJobId = requireWaiting(job);
    const options = pickedOptions(readJobReport(job)?.question ?? null, picked);
    const by = call.caller.name;
    const args: ServiceCommandArgs['job.answer'] = {
      machine_job_id: machineJobId,
      answer,
      options,
      resume,
      by,
    };
    const beforeQueued = async (transaction: WriteTransaction) => {
      await call.beforeQueued?.(transaction);
      await requireNoAnswerOnItsWay(transaction, job, machine);
    };
    const answering = { ...call, beforeQueued };
    const queued = await queueCommand(answering, {
      machine,
      type: 'job.answer',
      args: { ...args },
      job,
      audit: 'job.answer',
    });
    const command = await awaitCommand(call, queued, wait_seconds);
    const { delivered, resumed } = readCommandResult(command, {
      delivered: z.boolean(),
      resumed: z.boolean(),
    });
    const ids = { job: formatId('job', job.id), command_id: formatId('cmd', command.id) };
    return (
      responseWithoutResult(command) ?? {
        body: { ...ids, delivered: delivered ?? true, resumed: resumed ?? false },
      }
    );
  },
});

/** Gives the machine's id of a job that a person may answer. */
function requireWaiting(job: JobRow): string {
  const asks = job.status === 'waiting' || job.outcome === 'needs_human';
  if (asks && job.machine_job_id !== null) return job.machine_job_id;
  throw new Refusal(
    'invalid_request',
    `\`job\` has no open question: its status is ${job.status}, its outcome ${job.outcome ?? 'open'}; only one that waits for a person or ended with needs_human is answered.`,
  );
}
