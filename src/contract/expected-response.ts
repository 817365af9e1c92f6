import { isObject } from '../base/json/object.ts';
import { hasMembers, isProblem } from './error-document.ts';
import { type Failure, notTheServiceFailure } from './failure.ts';
import { foundBy } from './look-up.ts';
import { type AnsweredOperation, outcomeOfResponse, type WorkOutcome } from './outcome.ts';
import { type FollowTarget, jobIdIn, targetOf } from './pending-target.ts';
import { memberOf, recordIn, textOf } from './response-member.ts';
import { SETS_WORK_GOING, STARTS_JOB } from './work-operations.ts';

/** What a finished response (200, and not pending) is to those who wait for the end of what they sent. */
type ResponseOfWork =
  /** It is the answer; `outcome` where it tells how the work ended. */
  | { readonly kind: 'answer'; readonly outcome: WorkOutcome | undefined }
  /** It names what has not ended by its words, which can be looked up. */
  | {
      readonly kind: 'open';
      readonly target: FollowTarget;
      readonly outcome: WorkOutcome | undefined;
    }
  /** It is not about what was sent, which may have run or not. */
  | { readonly kind: 'none'; readonly why: string };

/** An operation whose end is waited for. */
interface AwaitedOperation extends AnsweredOperation {
  /** Whether it takes `wait_seconds`, as what a machine carries out does (specification, rule 3). */
  readonly waits: boolean;
}

const LOOKS_UP: ReadonlySet<string> = new Set(['get_job', 'get_command']);

/** A response of the service. */
interface ReceivedResponse {
  readonly status: number;
  readonly value: unknown;
  readonly requestId: string;
}

/**
 * Whether a response is one to the operation that was sent, by what it must have: of one that sets work
 * going anything but nothing, of one that starts a job the job or its command, of send_command the command
 * or its result. The shapes of responses are not specified, so nothing else is asked of them.
 */
function responseOfWork(
  { status, value }: ReceivedResponse,
  awaited: AwaitedOperation,
): ResponseOfWork {
  const { acts, operation, waits } = awaited;
  const outcome = outcomeOf(value, awaited);
  // They report a state, and are looked up again until it is an end.
  if (LOOKS_UP.has(operation)) return { kind: 'answer', outcome };
  if (isProblem(value, acts)) return { kind: 'none', why: IS_PROBLEM };
  // Why it failed is told without an id as well.
  if (outcome === 'failed') return { kind: 'answer', outcome };
  const hasToName = STARTS_JOB.has(operation) || operation === 'send_command';
  if (status === NO_CONTENT && !hasToName) return { kind: 'answer', outcome };
  const isOfWork = waits || SETS_WORK_GOING.has(operation);
  const why = isOfWork ? whyNothing(value, acts) : undefined;
  if (why !== undefined) return { kind: 'none', why };
  const target = workNamed(operation, value);
  const isEnded = hasToName ? isEnd(operation, value, outcome) : outcome !== 'still_pending';
  if (acts && !isEnded && target !== undefined) return { kind: 'open', target, outcome };
  if (!hasToName || (outcome !== undefined && isToldOf(operation, value))) {
    return { kind: 'answer', outcome };
  }
  return { kind: 'none', why: 'names no job and no command' };
}

/** HTTP's word for done without anything to say. */
const NO_CONTENT = 204;

/** Of a list that an action gives, the worst that a record of it tells. */
function outcomeOf(value: unknown, awaited: AwaitedOperation): WorkOutcome | undefined {
  if (!awaited.acts || !Array.isArray(value)) return outcomeOfResponse(value, awaited);
  const outcomes = value.map((record) => outcomeOfResponse(record, awaited));
  return WORST_FIRST.find((outcome) => outcomes.includes(outcome));
}

const WORST_FIRST: readonly WorkOutcome[] = ['failed', 'person_needed', 'still_pending', 'done'];

const IS_PROBLEM = 'is a problem';

/** Why a response says nothing of the work; undefined where it says something. */
function whyNothing(value: unknown, acts: boolean): string | undefined {
  const items = (Array.isArray(value) ? value : [value]).filter(
    (item) => item != null && item !== '' && (!isObject(item) || hasMembers(item)),
  );
  if (items.length === 0) return 'has nothing in it';
  if (!acts && Array.isArray(value)) return undefined;
  const records = items.filter(isObject);
  if (records.length === 0) return 'is no object and no list of objects';
  return records.every((record) => isProblem(record, acts)) ? IS_PROBLEM : undefined;
}

/**
 * What a response tells of the work. Throws `Failure` not_the_service where it is not about what was sent,
 * with how to look up whether that ran.
 */
export function requireAnswer(
  response: ReceivedResponse,
  awaited: AwaitedOperation,
): Exclude<ResponseOfWork, { readonly kind: 'none' }> {
  const told = responseOfWork(response, awaited);
  if (told.kind !== 'none') return told;
  const { requestId } = response;
  const { acts, operation } = awaited;
  const next = acts ? [{ step: 'look_up_action', requestId, by: foundBy(operation) } as const] : [];
  const title = 'The response is not about what was sent';
  const detail = `The response to ${operation} ${told.why}.`;
  throw notTheServiceFailure({ title, detail, next, requestId });
}

/** The same failure where a command that begins a job is done and names none: how that goes nobody can look up. */
export function jobNotNamedFailure(command: string, requestId: string, acts: boolean): Failure {
  const next = acts ? [{ step: 'look_up_action', requestId, by: 'list_jobs' } as const] : [];
  const title = 'The command does not name its job';
  const detail = `Command ${command} is done, and how the job goes that it began is not known.`;
  return notTheServiceFailure({ title, detail, next, requestId, extra: { command_id: command } });
}

/** Whether the response tells the end of the job that was to start, or of the command. */
function isEnd(operation: string, value: unknown, outcome: WorkOutcome | undefined): boolean {
  if (outcome === undefined || outcome === 'still_pending') return false;
  if (operation === 'send_command') return true;
  const job = recordIn(value, 'job');
  const isTold = ['state', 'outcome', 'status'].some((name) => textOf(job, name) !== undefined);
  // The words of a command say that the job was begun.
  return isTold && (jobIdIn(value) !== undefined || textOf(value, 'command_id') === undefined);
}

/** Whether it says of which job or command it is. */
function isToldOf(operation: string, value: unknown): boolean {
  if (workNamed(operation, value) !== undefined) return true;
  return operation === 'send_command' && isObject(memberOf(value, 'result'));
}

/** What a response names: as one that is pending does, or by the command that it has or is. */
function workNamed(operation: string, value: unknown): FollowTarget | undefined {
  const named = targetOf(operation, value);
  if (named !== undefined && named.kind !== 'unknown' && operation !== 'send_command') return named;
  const [command, own] = [memberOf(value, 'command'), textOf(value, 'id')];
  const isCommand = operation === 'send_command' || textOf(value, 'type') !== undefined;
  const id = textOf(command, 'id') ?? textOf(value, 'command') ?? (isCommand ? own : undefined);
  if (id !== undefined) return { kind: 'command', id };
  // Commands have a status, and no state.
  const isJob = STARTS_JOB.has(operation) && textOf(value, 'state') !== undefined;
  return named !== undefined && isJob ? { kind: 'job', id: named.id } : named;
}
