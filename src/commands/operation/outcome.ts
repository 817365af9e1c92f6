import type { FleetResponse } from '../../client/response.ts';
import type { KnownClass } from '../../client/retry.ts';
import type { AdviceStep } from '../../contract/advice-step.ts';
import type { WorkOutcome } from '../../contract/outcome.ts';
import type { FollowTarget } from '../../contract/pending-target.ts';
import { questionIn } from '../../contract/question.ts';
import { recordIn } from '../../contract/response-member.ts';
import type { FollowChange } from '../../flow/follow-progress.ts';
import { isUncollected } from '../../flow/pending.ts';
import type { OperationEnd } from '../../flow/run-operation.ts';
import { serviceCommand } from '../../render/service-command.ts';

/** What decides whether the exit code tells how the job or command ended. */
interface WaitOptions {
  readonly isFollowed: boolean;
  /** A `wait_seconds` above 0 that the person gave. */
  readonly waitWasGiven: boolean;
  readonly tool: string;
  readonly operationClass: KnownClass;
}

type Note = string | AdviceStep;

export interface RunResult {
  /** What goes to stdout. */
  readonly answer: FleetResponse;
  readonly exitCode: number;
  /** A line for people on stderr, or what they can do next. */
  readonly note?: Note;
}

/** The exit code of what was waited for. */
export const EXIT_CODE: Readonly<Record<WorkOutcome, number>> = {
  done: 0,
  still_pending: 8,
  failed: 9,
  person_needed: 10,
};

/** What failed, as it is called for people. */
const FAILED_THING: Readonly<Record<FollowTarget['kind'], string>> = {
  job: 'job',
  command: 'command',
  unknown: 'operation',
};

const NOTHING_TO_FOLLOW = '--follow did nothing: the response is complete.';

const TURNED_AWAY = 'The replay failed: the response has the reason.';

/** These operations report a state and never wait for it. */
const REPORTS: ReadonlySet<string> = new Set(['get_job', 'get_command']);

/**
 * The answer to print and the exit code: 8, 9 and 10 only where something was waited for, which is
 * also so for a pending answer of an operation that reads, and for a failure that the service waited for by itself.
 */
export function resultOf(end: OperationEnd, waiting: WaitOptions): RunResult {
  const waited = waiting.isFollowed || waiting.waitWasGiven;
  switch (end.kind) {
    case 'answered': {
      const { response, outcome } = end;
      if (outcome === undefined && waiting.isFollowed) {
        return { answer: response, exitCode: 0, note: NOTHING_TO_FOLLOW };
      }
      const tells = (waited || outcome === 'failed') && outcome !== undefined && !isReport(waiting);
      const told = tells ? resultOfOutcome(outcome) : { exitCode: 0 };
      const isTurnedAway = tells && waiting.tool === 'replay_delivery' && outcome === 'failed';
      return { answer: response, ...told, ...(isTurnedAway ? { note: TURNED_AWAY } : {}) };
    }
    case 'pending': {
      const tells = (waited || waiting.operationClass === 'read') && !isReport(waiting);
      return {
        answer: end.response,
        exitCode: tells ? EXIT_CODE.still_pending : 0,
        ...(end.target === undefined ? {} : { note: followNote(end.target, end.response) }),
      };
    }
    case 'followed':
      return {
        answer: end.end.response ?? end.first,
        ...resultOfOutcome(end.end.outcome, end.end.target, end.end.response ?? end.first),
      };
  }
}

/** The line of a note; what next steps take is loaded only for one. */
export async function noteLine(note: Note): Promise<string> {
  if (typeof note === 'string') return note;
  const { adviceStepText } = await import('../../render/advice-step.ts');
  return adviceStepText(note);
}

/** One change of a followed job or command, in a line. */
export function changeInWords({ target, state, message, percent }: FollowChange): string {
  const what = target.kind === 'unknown' ? target.id : `${target.kind} ${target.id}`;
  const parts = [state, percent === undefined ? undefined : `${percent}%`, message];
  return `${what}: ${parts.filter((part) => part !== undefined).join(' · ')}`;
}

function isReport({ tool, isFollowed }: WaitOptions): boolean {
  return REPORTS.has(tool) && !isFollowed;
}

function resultOfOutcome(
  outcome: WorkOutcome,
  target?: FollowTarget,
  response?: FleetResponse,
): Omit<RunResult, 'answer'> {
  const note = noteOf(outcome, target, response);
  return { exitCode: EXIT_CODE[outcome], ...(note === undefined ? {} : { note }) };
}

function noteOf(
  outcome: WorkOutcome,
  target: FollowTarget | undefined,
  response: FleetResponse | undefined,
): Note | undefined {
  switch (outcome) {
    case 'done':
      return undefined;
    case 'still_pending':
      return target === undefined ? 'Still pending.' : followNote(target, response);
    case 'failed':
      return `The ${FAILED_THING[target?.kind ?? 'unknown']} failed.`;
    case 'person_needed':
      return target?.kind === 'job'
        ? { step: 'answer', job: target.id, question: questionIn(response?.value)?.text }
        : `A person is needed: see \`${serviceCommand('inbox')}\`.`;
  }
}

function followNote({ id, kind }: FollowTarget, response: FleetResponse | undefined): Note {
  const record = recordIn(response?.value, kind === 'job' ? 'job' : 'command');
  return { step: 'follow', kind, id, isQueued: isUncollected(record) };
}
