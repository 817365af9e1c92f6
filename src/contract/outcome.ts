import { isSomething } from './error-document.ts';
import { memberOf, textOf } from './response-member.ts';
import { STARTS_JOB } from './work-operations.ts';

/** How work ended; a command gives exit 0, 9, 10 and 8 for them, in this order. */
export type WorkOutcome = 'done' | 'failed' | 'person_needed' | 'still_pending';

const UNFINISHED_JOB: ReadonlySet<string> = new Set(['queued', 'running', 'waiting', 'pending']);
const UNFINISHED_COMMAND: ReadonlySet<string> = new Set(['pending', 'delivered']);
const OUTCOME_OF_STATE: Readonly<Record<string, WorkOutcome>> = {
  in_progress: 'still_pending',
  needs_input: 'person_needed',
  done: 'done',
  failed: 'failed',
};

/**
 * How far a job is: by the inbox `state` where it is one of the specification's four, else by
 * `outcome`, else by `status`. One that says nothing of it is still on its way.
 */
export function outcomeOfJob(job: unknown): WorkOutcome {
  const byState = outcomeOfState(job);
  if (byState !== undefined) return byState;
  const outcome = textOf(job, 'outcome');
  if (outcome !== undefined) return outcomeOfEnd(outcome);
  const status = textOf(job, 'status');
  if (status === undefined || UNFINISHED_JOB.has(status)) return 'still_pending';
  return outcomeOfEnd(status);
}

/**
 * How far a command is: every status but `pending` and `delivered` is an end, and neither an error nor a cancellation
 * that came too late is a success.
 */
export function outcomeOfCommand(command: unknown): WorkOutcome {
  const status = textOf(command, 'status');
  if (status === undefined || UNFINISHED_COMMAND.has(status)) return 'still_pending';
  return status === 'succeeded' && !hasError(command) && !cameTooLate(command) ? 'done' : 'failed';
}

/** Whether a command was to cancel a job that had ended; one that its machine never had does not begin any more. */
export function cameTooLate(command: unknown): boolean {
  const result = memberOf(command, 'result');
  const hadIt = textOf(result, 'machine_job_id') !== undefined;
  return (
    hadIt && memberOf(result, 'cancelled') === false && textOf(command, 'type') === 'job.cancel'
  );
}

/** The operation that a response answers. */
export interface AnsweredOperation {
  readonly operation: string;
  /** Whether it does more than read: what is read has words of its own for how it stands. */
  readonly acts: boolean;
}

/** Their response names the job that they are about, whose words are not theirs. */
const ABOUT_A_JOB: ReadonlySet<string> = new Set(['answer_job', 'cancel_job', 'watch_job']);

/** What a job of the specification is called as it goes well. */
const SUCCESSFUL_JOB: ReadonlySet<string> = new Set(['succeeded', 'done', 'needs_human']);

/** What no record is called that goes well. */
const FAILED: ReadonlySet<string> = new Set(['failed', 'error', 'denied', 'timed_out', 'not_done']);
const UNSUCCESSFUL_COMMAND: ReadonlySet<string> = new Set([...FAILED, 'expired', 'cancelled']);

/**
 * How the work behind a finished response of an operation ended, where the response tells: by the job
 * or command that it has or is, as when that is followed, so that any word but those of success is
 * none. An `error` beside it is no success either. Other responses have fields called `status` too (a
 * machine's, a schedule's that names its job), so anything less clear gives undefined.
 */
export function outcomeOfResponse(
  value: unknown,
  answered: AnsweredOperation,
): WorkOutcome | undefined {
  const told = outcomeOfRecords(value, answered) ?? outcomeOfOwnWords(value, answered);
  const isOpen = told === undefined || told === 'done';
  return isOpen && answered.acts && hasError(value) ? 'failed' : told;
}

/** By the records in it; the worse counts where it has both. */
function outcomeOfRecords(
  value: unknown,
  { acts, operation }: AnsweredOperation,
): WorkOutcome | undefined {
  const [job, command] = [memberOf(value, 'job'), memberOf(value, 'command')];
  const byCommand = wordsOf(command) === undefined ? undefined : outcomeOfCommand(command);
  if (byCommand === 'failed') return byCommand;
  if (ABOUT_A_JOB.has(operation)) return byCommand;
  const byState = outcomeOfState(job) ?? outcomeOfState(value);
  if (byState !== undefined) return byState;
  return acts && wordsOf(job) !== undefined ? outcomeOfJob(job) : byCommand;
}

/** By `status` and `outcome` beside the ids in it. */
function outcomeOfOwnWords(
  value: unknown,
  { acts, operation }: AnsweredOperation,
): WorkOutcome | undefined {
  const [status, command] = [textOf(value, 'status'), textOf(value, 'command_id')];
  if (operation === 'cancel_job' && isJobCancelled(value)) return undefined;
  const ofJob = !ABOUT_A_JOB.has(operation) && textOf(value, 'job') !== undefined;
  const isDelivery = textOf(value, 'delivery') !== undefined;
  const startsJob = STARTS_JOB.has(operation);
  const isWork = startsJob || ofJob || command !== undefined || operation === 'send_command';
  if (acts && isWork && !isDelivery) {
    const outcome = startsJob || ofJob ? textOf(value, 'outcome') : undefined;
    const isCertain = startsJob || command !== undefined || operation === 'send_command';
    const word = [outcome, status].find(
      (each) => each !== undefined && (isCertain || isOfJob(each)),
    );
    if (word === undefined) return undefined;
    return UNFINISHED_COMMAND.has(word) ? 'still_pending' : outcomeOfJob({ status: word });
  }
  const isCommand = command !== undefined || textOf(value, 'type') !== undefined;
  if (isCommand && status === 'succeeded') return 'done';
  const failed = isCommand ? UNSUCCESSFUL_COMMAND : acts ? FAILED : undefined;
  return status !== undefined && failed?.has(status) ? 'failed' : undefined;
}

/** Beside the id of a job that is the word for what was asked for; a command that was cancelled has its type. */
function isJobCancelled(value: unknown): boolean {
  const [job, type] = [textOf(value, 'job'), textOf(value, 'type')];
  return job !== undefined && type === undefined && textOf(value, 'status') === 'cancelled';
}

/** A text `job` may name anything: then only the words of jobs and commands tell how it went. */
function isOfJob(word: string): boolean {
  const known = [UNFINISHED_JOB, UNFINISHED_COMMAND, SUCCESSFUL_JOB, UNSUCCESSFUL_COMMAND];
  return known.some((words) => words.has(word));
}

function wordsOf(record: unknown): string | undefined {
  return textOf(record, 'outcome') ?? textOf(record, 'status');
}

function hasError(value: unknown): boolean {
  return [value, memberOf(value, 'command')].some((record) =>
    isSomething(memberOf(record, 'error')),
  );
}

function outcomeOfState(job: unknown): WorkOutcome | undefined {
  const state = textOf(job, 'state');
  return state !== undefined && Object.hasOwn(OUTCOME_OF_STATE, state)
    ? OUTCOME_OF_STATE[state]
    : undefined;
}

function outcomeOfEnd(word: string): WorkOutcome {
  if (word === 'needs_human') return 'person_needed';
  return word === 'succeeded' || word === 'done' ? 'done' : 'failed';
}
