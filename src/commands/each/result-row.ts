import type { JsonObject } from '../../base/json/object.ts';
import type { FleetResponse } from '../../client/response.ts';
import type { KnownClass } from '../../client/retry.ts';
import { Failure } from '../../contract/failure.ts';
import { type FollowTarget, targetOf } from '../../contract/pending-target.ts';
import { recordIn, textOf } from '../../contract/response-member.ts';
import type { TargetResult } from '../../flow/each/run-each.ts';
import type { WasSent } from '../../flow/each/watched-client.ts';
import { failureMembers } from '../../render/failure-text.ts';
import { byItsSignal } from '../../terminal/by-its-signal.ts';
import { exitCodeOf } from '../../terminal/exit-codes.ts';
import { readByCommand } from '../follow/read-by-command.ts';
import { resultOf } from '../operation/outcome.ts';

/** What became of one machine, in a word. */
export type ResultWord =
  | 'done'
  /** The service has it and it is not waited for, or the waiting was interrupted. */
  | 'accepted'
  | 'still_pending'
  | 'failed'
  | 'needs_input'
  | 'refused'
  /** It may have run: there was no answer. */
  | 'unknown'
  /** It surely did not run. */
  | 'not_sent';

/** A line of `-o jsonl`. */
export interface EachRow {
  /** Id. */
  readonly machine: string;
  readonly name: string;
  readonly operation: string;
  readonly sent: WasSent;
  readonly result: ResultWord;
  readonly exit_code: number;
  /** Ids of what was set going, where the response names it. */
  readonly job: string | null;
  readonly command: string | null;
  /** The last response; null where none came. */
  readonly response: unknown;
  readonly error: JsonObject | null;
  /** The id of the run, and how many machines it has: where fewer have a line, it was killed. */
  readonly run: string;
  readonly run_machines: number;
}

interface Called {
  readonly run: string;
  readonly runMachines: number;
  readonly operation: string;
  readonly operationClass: KnownClass;
  readonly isFollowed: boolean;
  readonly waitWasGiven: boolean;
}

/** What became of one machine, for a program. */
export function resultRow(result: TargetResult, called: Called): EachRow {
  const { ended, response, sent, target } = result;
  const about = {
    machine: target.id,
    name: target.name,
    operation: called.operation,
    sent,
    ...idsOf(result, called),
  };
  const of = { run: called.run, run_machines: called.runMachines };
  if (ended instanceof Failure) {
    const failure = byItsSignal(ended);
    const exitCode = exitCodeOf(failure);
    return {
      ...about,
      result: wordOfFailure(failure, sent, response),
      exit_code: exitCode,
      response: response?.value ?? null,
      error: failureMembers(failure, exitCode),
      ...of,
    };
  }
  const { answer, exitCode } = resultOf(ended, { ...called, tool: called.operation });
  const isUnderWay = ended.kind === 'pending' && exitCode === 0;
  const isDone = ended.kind === 'followed' && exitCode === 0;
  const read = isDone
    ? readByCommand(called.operation, recordIn(answer.value, 'command'))
    : undefined;
  return {
    ...about,
    result: isUnderWay ? 'accepted' : (WORD_OF_EXIT_CODE[exitCode] ?? 'done'),
    exit_code: exitCode,
    response: read ?? answer.value ?? null,
    error: null,
    ...of,
  };
}

/** What is kept of a row that was printed: of many machines, all that they respond would fill the memory. */
export function withoutTexts(row: EachRow): EachRow {
  const { error } = row;
  return { ...row, response: null, error: error && { code: error['code'] } };
}

/** What the operation set going, by what it was followed as and by its first response. */
function idsOf({ ended, response }: TargetResult, { operation }: Called) {
  const first = targetOf(operation, response?.value);
  const last = !(ended instanceof Failure) && ended.kind === 'followed' ? ended.end.target : first;
  const idOf = (kind: FollowTarget['kind']) =>
    [last, first].find((target) => target?.kind === kind)?.id ?? null;
  // A finished command is the response itself, and is known by its type.
  const isCommand = textOf(response?.value, 'type') !== undefined;
  const own = isCommand ? textOf(response?.value, 'id') : undefined;
  const command = textOf(response?.value, 'command_id') ?? idOf('command') ?? own ?? null;
  return { job: idOf('job'), command };
}

const WORD_OF_EXIT_CODE: Readonly<Record<number, ResultWord>> = {
  0: 'done',
  8: 'still_pending',
  9: 'failed',
  10: 'needs_input',
};

function wordOfFailure(
  { kind }: Failure,
  sent: WasSent,
  response: FleetResponse | undefined,
): ResultWord {
  if (sent === 'no') return 'not_sent';
  if (response !== undefined && sent === 'yes') return 'accepted';
  return sent === 'yes' && kind === 'refused' ? 'refused' : 'unknown';
}
