import type { JsonObject } from '../../../base/json/object.ts';
import { invalidTaskParams, type TaskError } from '../../../contract/task/extension.ts';
import { readFormAnswer } from '../../../contract/task/form-answer.ts';
import { openQuestion } from '../../../contract/task/task-record.ts';
import { commandsOfJob } from '../../commands/command-queries.ts';
import { parseId } from '../../database/row-id.ts';
import type { WriteTransaction } from '../../database/store.ts';
import { closeQuestion } from '../../jobs/closed-questions.ts';
import { findJob } from '../../jobs/job-queries.ts';
import { toJobDetail } from '../../jobs/job-record.ts';
import { jobTopic } from '../../long-poll/topics.ts';
import { lookAtTask, type SeenTask, stateOptions } from './look-at-task.ts';
import { refusedAct, runForTask, type TaskCall } from './task-call.ts';

/** Thrown within the transaction that would have answered: somebody else was faster. */
class QuestionClosed extends Error {}

/**
 * Hands the person's answer to the job that asks, once, whatever process it reaches how often; a
 * response under any other key than that of the open question is ignored (extension, "Task Update
 * Requests"). Gives an error where nothing was done for it.
 */
export async function answerTask(
  call: TaskCall,
  seen: SeenTask,
  responses: JsonObject,
): Promise<TaskError | undefined> {
  const { mac, name, record, state } = seen;
  if (state.status !== 'input_required') return undefined;
  const open = openQuestion(record, mac);
  if (open === undefined || !Object.hasOwn(responses, open.key)) return undefined;
  const answer = readFormAnswer(open.question, responses[open.key], stateOptions(call, seen));
  if (answer.kind === 'wrong') {
    return invalidTaskParams(`inputResponses.${open.key}: ${answer.message}`);
  }
  const close = (transaction: WriteTransaction) => closeOpenQuestion(transaction, call, seen);
  try {
    if (answer.kind === 'declined') await call.service.store.write(close);
    else {
      const input = { job: name.id, ...answer.input, wait_seconds: 0 };
      await runForTask({ ...call, beforeQueued: close }, 'answer_job', input);
    }
  } catch (error) {
    return error instanceof QuestionClosed || (await isOther(call, seen, open.key))
      ? undefined
      : refusedAct('answer', error, call, seen);
  }
  return undefined;
}

/**
 * Closes the question, in the transaction that answers it, where the job still asks it: an answer
 * never reaches a later question, and none is sent twice. Throws `QuestionClosed`.
 */
async function closeOpenQuestion(
  transaction: WriteTransaction,
  { caller: { organisation } }: TaskCall,
  { mac, name, record }: SeenTask,
): Promise<void> {
  const { db } = transaction;
  const id = parseId('job', name.id);
  const job = id === undefined ? undefined : await findJob(db, organisation, id);
  if (job === undefined) throw new QuestionClosed();
  const commands = await commandsOfJob(db, organisation, job.id);
  const now = openQuestion(toJobDetail({ job, machine: undefined, commands }), mac);
  const isSame = now !== undefined && now.key === openQuestion(record, mac)?.key;
  if (!isSame || !(await closeQuestion(transaction, job, now.key))) throw new QuestionClosed();
  transaction.wake(jobTopic(job.id));
}

/** Whether the job asks this no more: what was refused then was late. */
async function isOther(call: TaskCall, seen: SeenTask, key: string): Promise<boolean> {
  const now = await lookAtTask(call, seen).catch(() => seen);
  return now === undefined || openQuestion(now.record, now.mac)?.key !== key;
}
