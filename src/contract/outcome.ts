import { memberOf, textOf } from './response-member.ts';

/** How work ended; a command gives exit 0, 9, 10 and 8 for them, in this order. */
export type WorkOutcome = 'done' | 'failed' | 'person_needed' | 'still_pending';

const UNFINISHED_JOB: ReadonlySet<string> = new Set(['queued', 'running', 'waiting', 'pending']);
const UNFINISHED_COMMAND: ReadonlySet<string> = new Set(['pending', 'delivered']);
const UNSUCCESSFUL_COMMAND: ReadonlySet<string> = new Set(['failed', 'expired', 'cancelled']);

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

/** How far a command is: every status but `pending` and `delivered` is an end. */
export function outcomeOfCommand(command: unknown): WorkOutcome {
  const status = textOf(command, 'status');
  if (status === undefined || UNFINISHED_COMMAND.has(status)) return 'still_pending';
  return status === 'succeeded' ? 'done' : 'failed';
}

/**
 * How the work behind a finished response of an operation ended, where the response tells: it is or
 * has a job with one of the four states, or is a command that ended. Other responses have fields
 * called `status` too (a machine's), so anything less clear gives undefined.
 */
export function outcomeOfResponse(value: unknown): WorkOutcome | undefined {
  const ofJob = outcomeOfState(memberOf(value, 'job')) ?? outcomeOfState(value);
  if (ofJob !== undefined) return ofJob;
  const named = textOf(value, 'command_id') ?? textOf(value, 'type');
  const command = memberOf(value, 'command') ?? (named === undefined ? undefined : value);
  const status = textOf(command, 'status');
  if (status === 'succeeded') return 'done';
  return status !== undefined && UNSUCCESSFUL_COMMAND.has(status) ? 'failed' : undefined;
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
