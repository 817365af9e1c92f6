import type { JsonObject } from '../../base/json/object.ts';
import { JOB_STARTING_COMMANDS } from '../command-type.ts';
import { outcomeOfCommand, outcomeOfJob } from '../outcome.ts';
import { jobIdIn } from '../pending-target.ts';
import { placeOf, type Question, questionIn } from '../question.ts';
import { memberOf, textOf } from '../response-member.ts';
import { withUntrustedLabel } from '../untrusted-label.ts';
import { STARTS_JOB } from '../work-operations.ts';
import { lostAnswerIn } from './lost-answer.ts';
import { type FormStyle, type PosedQuestion, questionForm } from './question-form.ts';
import { questionKey } from './question-key.ts';
import { type CleanLine, commandMessage, jobMessage } from './status-message.ts';
import type { Mac } from './task-id.ts';

/** How far a task is, without the members that say which one it is (extension, "Tasks"). */
export type TaskState =
  | { readonly status: 'working' | 'cancelled'; readonly statusMessage: string }
  | {
      readonly status: 'input_required';
      readonly statusMessage: string;
      readonly inputRequests: JsonObject;
    }
  | {
      readonly status: 'completed';
      readonly statusMessage: string;
      readonly result: JsonObject;
    };

/** What the state of a job's task depends on beside the job. */
export interface JobTaskOptions extends FormStyle {
  readonly mac: Mac;
  /** Whether this client may answer the job. */
  readonly canAnswer: boolean;
  /** Whether the person has answered or turned down the question of this key. */
  readonly isClosed: (key: string) => boolean;
  /** Whether the form of this key follows one that was taken back: it has nothing chosen beforehand. */
  readonly followsAnother?: (key: string) => boolean;
}

/** A question that is put to a person, with its key. */
export interface TaskQuestion extends PosedQuestion {
  readonly key: string;
}

/** The question that a job asks now; undefined where it asks none. */
export function openQuestion(job: unknown, mac: Mac): TaskQuestion | undefined {
  if (outcomeOfJob(job) !== 'person_needed' || isAnswerOnItsWay(job)) return undefined;
  const question = questionIn(job) ?? needOf(job);
  const key = questionKey(job, question, mac);
  return { question, key, record: job, lostAnswer: lostAnswerIn(job) };
}

/** The question that a job asks now, as this client puts it and reads the answer to it. */
export function posedQuestion(
  job: unknown,
  { followsAnother, mac }: Pick<JobTaskOptions, 'followsAnother' | 'mac'>,
): TaskQuestion | undefined {
  const open = openQuestion(job, mac);
  if (open === undefined || followsAnother?.(open.key) !== true) return open;
  return { ...open, question: { ...open.question, recommended: undefined } };
}

/**
 * The state of a job's task. `result` is the result of get_job that the job came in, which becomes the
 * task's: an error where the job failed, since only an error of JSON-RPC makes a task fail.
 */
export function jobTaskState(job: unknown, result: JsonObject, options: JobTaskOptions): TaskState {
  const statusMessage = jobMessage(job, options.clean);
  switch (outcomeOfJob(job)) {
    case 'still_pending':
      return { status: 'working', statusMessage };
    case 'person_needed':
      return waitingState(job, statusMessage, options);
    case 'failed':
      if (isCancelled(job)) return { status: 'cancelled', statusMessage };
      return { status: 'completed', statusMessage, result: endedResult(result, true) };
    case 'done':
      return { status: 'completed', statusMessage, result: endedResult(result, false) };
  }
}

/**
 * The state of a command's task; `result` is that of get_command. A command is never cancelled. Where the
 * operation starts a job and the command names none, the result says so: its end is not that of the job.
 */
export function commandTaskState(
  command: unknown,
  result: JsonObject,
  { clean, operation }: { readonly clean: CleanLine; readonly operation: string },
): TaskState {
  const statusMessage = commandMessage(command, clean);
  const outcome = outcomeOfCommand(command);
  if (outcome === 'still_pending') return { status: 'working', statusMessage };
  const ended = endedResult(result, outcome === 'failed');
  const isUnnamed = outcome === 'done' && beganUnnamedJob(command, operation);
  return {
    status: 'completed',
    statusMessage,
    result: isUnnamed ? withText(ended, UNNAMED_JOB) : ended,
  };
}

const UNNAMED_JOB =
  'The command is done and names no job: how the job goes is not known. Look for it with list_jobs, and do not start it again.';

function beganUnnamedJob(command: unknown, operation: string): boolean {
  const type = textOf(command, 'type') ?? '';
  if (!STARTS_JOB.has(operation) && !JOB_STARTING_COMMANDS.includes(type)) return false;
  // A replay may be about the job that it is made of.
  const isReplay = operation === 'replay_job' || type === 'job.replay';
  const named = jobIdIn(memberOf(command, 'result')) ?? (isReplay ? undefined : jobIdIn(command));
  return named === undefined;
}

function withText(result: JsonObject, text: string): JsonObject {
  const { content } = result;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return { ...result, content: [...parts, { type: 'text', text }] };
}

/** When a job or command changed last, as RFC 3339; undefined where it does not say. */
export function changedAt(record: unknown): string | undefined {
  const names = ['updated_at', 'finished_at', 'ended_at', 'delivered_at', 'created_at'];
  const times = names.map((name) => Date.parse(textOf(record, name) ?? ''));
  const known = times.find((time) => !Number.isNaN(time));
  return known === undefined ? undefined : new Date(known).toISOString();
}

/** The result of a tool as the result of its task, labelled; the official client wants `resultType` in it too. */
export function endedResult(result: JsonObject, isError: boolean): JsonObject {
  const { isError: _, ...others } = result;
  const labelled = withUntrustedLabel<JsonObject>({ ...others, ...(isError ? { isError } : {}) });
  return { ...labelled, resultType: 'complete' };
}

function waitingState(job: unknown, statusMessage: string, options: JobTaskOptions): TaskState {
  const id = textOf(job, 'id') ?? '';
  const open = posedQuestion(job, options);
  if (open === undefined) {
    return { status: 'working', statusMessage: `${statusMessage}; an answer is on its way to it` };
  }
  const { key } = open;
  if (!options.canAnswer || options.isClosed(key)) return answeredElsewhere(statusMessage, id);
  const params = questionForm(id, open, options);
  const inputRequests = { [key]: { method: 'elicitation/create', params } };
  return { status: 'input_required', statusMessage, inputRequests };
}

/** For a job whose question this client does not get, or has turned down: who answers it, and how. */
export function answeredElsewhere(statusMessage: string, job: string): TaskState {
  const how = `it is answered with answer_job and the job ${JSON.stringify(job)}`;
  const said = statusMessage === '' ? '' : `${statusMessage}; `;
  return { status: 'working', statusMessage: `${said}it waits for a person: ${how}` };
}

/** A job that ended with the need for a person asks no question of its own. */
function needOf(job: unknown): Question {
  const text = textOf(job, 'headline') ?? textOf(job, 'summary') ?? 'What should it do?';
  return {
    text,
    context: undefined,
    options: [],
    recommended: undefined,
    isMultiple: false,
    place: placeOf(job),
  };
}

function isCancelled(job: unknown): boolean {
  return /^cancell?ed$/.test(textOf(job, 'status') ?? '');
}

const UNDER_WAY: ReadonlySet<string> = new Set(['pending', 'delivered']);

/** Whether an answer was sent that the machine has not taken yet, as the commands about the job say. */
function isAnswerOnItsWay(job: unknown): boolean {
  const commands = memberOf(job, 'commands');
  return (Array.isArray(commands) ? commands : []).some(
    (command) =>
      textOf(command, 'type') === 'job.answer' && UNDER_WAY.has(textOf(command, 'status') ?? ''),
  );
}
