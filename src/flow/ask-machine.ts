import type { FleetResponse } from '../client/response.ts';
import type { KnownClass } from '../client/retry.ts';
import { Failure } from '../contract/failure.ts';
import { outcomeOfResponse } from '../contract/outcome.ts';
import { type FollowTarget, targetOf } from '../contract/pending-target.ts';
import { memberOf, recordIn, textOf } from '../contract/response-member.ts';
import { followSent } from './follow-sent.ts';
import type { Following } from './look-up.ts';
import { isPending } from './pending.ts';

/** An operation that a machine carries out. */
export interface MachineCall {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly operationClass: KnownClass;
  readonly beforeTry?: () => Promise<void>;
  /** This request changes nothing, though others of its operation do. */
  readonly changesNothing?: boolean;
}

/** The service holds the request so long, less than proxies cut it off at; what is pending then is followed. */
export const WAIT_SECONDS = 20;

/**
 * Sends an operation that a machine carries out and follows its command to its end. Gives the response,
 * or the command's result where it was followed. Throws `Failure`: work_failed with the machine's code
 * where the command failed, pending where it has not ended.
 */
export async function askMachine(following: Following, call: MachineCall): Promise<unknown> {
  const { client, signal } = following;
  const response = await client.callTool(call.operation, JSON.stringify(call.input), {
    operationClass: call.operationClass,
    waitSeconds: WAIT_SECONDS,
    beforeTry: call.beforeTry,
    changesNothing: call.changesNothing,
    ...(signal && { signal }),
  });
  const { value } = response;
  if (!isPending(response)) {
    const answered = { operation: call.operation, acts: call.operationClass !== 'read' };
    if (outcomeOfResponse(value, answered) === 'failed') throw failedCommand(response);
    return value;
  }
  const target = targetOfCommand(call.operation, value);
  if (target === undefined) throw stillPending();
  following.unanswered?.();
  const looking = { ...following, observe: undefined, seen: undefined };
  const end = await followSent(looking, { target, onToJob: false });
  if (end.outcome === 'failed') throw failedCommand(end.response);
  if (end.outcome !== 'done') throw stillPending(target);
  return memberOf(recordIn(end.response?.value, 'command'), 'result');
}

/** The command itself, where the response names the job that it is about as well. */
function targetOfCommand(operation: string, value: unknown): FollowTarget | undefined {
  const id = textOf(value, 'command_id');
  return id === undefined ? targetOf(operation, value) : { kind: 'command', id };
}

/** Why the command of a response failed, in its machine's words without the key. */
export function failedCommand(response: FleetResponse | undefined): Failure {
  const { value, withoutKey = String } = response ?? {};
  const command = recordIn(value, 'command');
  const error = memberOf(command, 'error');
  const said = typeof error === 'string' && error !== '' ? error : textOf(error, 'message');
  return new Failure('work_failed', {
    code: withoutKey(textOf(error, 'code') ?? 'command_failed'),
    title: 'The machine did not do it',
    detail: withoutKey(said ?? `The command is ${textOf(command, 'status') ?? 'over'}.`),
  });
}

/** The failure of a command that goes on. */
function stillPending(target?: FollowTarget): Failure {
  const facts = { code: 'still_pending', title: 'The machine has not answered yet' };
  if (target === undefined) return new Failure('pending', facts);
  const next = [{ step: 'follow', ...target }] as const;
  return new Failure('pending', { ...facts, next, extra: { command_id: target.id } });
}
