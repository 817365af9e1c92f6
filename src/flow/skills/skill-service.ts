import type { Clock } from '../../base/time/clock.ts';
import type { FleetClient } from '../../client/fleet-client.ts';
import type { KnownClass } from '../../client/retry.ts';
import { Failure } from '../../contract/failure.ts';
import { outcomeOfResponse } from '../../contract/outcome.ts';
import { type FollowTarget, targetOf } from '../../contract/pending-target.ts';
import { memberOf, recordIn, textOf } from '../../contract/response-member.ts';
import { follow } from '../follow.ts';
import { isPending } from '../pending.ts';

/** What the flows of skills need to talk to a service. */
export interface SkillService {
  readonly client: FleetClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Bounds the waiting for each change that a machine makes. */
  readonly followTimeoutMs: number;
}

interface MachineCall {
  readonly operation: 'get_skill' | 'save_skill' | 'delete_skill';
  readonly input: Readonly<Record<string, unknown>>;
  readonly operationClass: KnownClass;
  /** Bounds all waiting. */
  readonly waitMs: number;
}

/** The service holds the request so long; what is pending then is followed. */
export const WAIT_SECONDS = 20;

/**
 * Sends an operation that a machine carries out and follows its command to its end. Gives the response,
 * or the command's result where it was followed. Throws `Failure`: work_failed with the machine's code
 * where the command failed, pending where it has not ended.
 */
export async function callMachine(service: SkillService, call: MachineCall): Promise<unknown> {
  const { client, clock, signal } = service;
  const deadlineMs = clock.now() + call.waitMs;
  const response = await client.callTool(call.operation, JSON.stringify(call.input), {
    operationClass: call.operationClass,
    waitSeconds: WAIT_SECONDS,
    signal,
  });
  const { value } = response;
  if (!isPending(response)) {
    if (outcomeOfResponse(value) === 'failed') throw failedCommand(recordIn(value, 'command'));
    return value;
  }
  const target = targetOf(call.operation, value);
  if (target === undefined) throw stillPending();
  const following = { client, clock, signal, deadlineMs, observe: undefined };
  const end = await follow(following, { target, onToJob: false }).catch((error: unknown) => {
    throw stillPending(target, error);
  });
  const command = recordIn(end.response?.value, 'command');
  if (end.outcome === 'failed') throw failedCommand(command);
  if (end.outcome !== 'done') throw stillPending(target);
  return memberOf(command, 'result');
}

function failedCommand(command: unknown): Failure {
  const error = memberOf(command, 'error');
  const said = typeof error === 'string' && error !== '' ? error : textOf(error, 'message');
  return new Failure('work_failed', {
    code: textOf(error, 'code') ?? 'command_failed',
    title: 'The machine did not do it',
    detail: said ?? `The command is ${textOf(command, 'status') ?? 'over'}.`,
  });
}

/** The failure of a command that goes on, whatever ended the looking; an interruption stays one. */
function stillPending(target?: FollowTarget, cause?: unknown): unknown {
  if (cause !== undefined && !(cause instanceof Failure)) return cause;
  if (cause?.kind === 'interrupted') return cause;
  const why = cause === undefined ? {} : { detail: cause.facts.detail ?? cause.facts.title };
  const facts = { code: 'still_pending', title: 'The machine has not answered yet', ...why };
  if (target === undefined) return new Failure('pending', facts);
  const next = [{ step: 'follow', ...target }] as const;
  return new Failure('pending', { ...facts, next, extra: { command_id: target.id } });
}
