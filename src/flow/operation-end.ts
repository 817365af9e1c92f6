import type { FleetResponse } from '../client/response.ts';
import { jobNotNamedFailure, requireAnswer } from '../contract/expected-response.ts';
import { outcomeOfResponse } from '../contract/outcome.ts';
import { targetOf } from '../contract/pending-target.ts';
import { memberOf, recordIn } from '../contract/response-member.ts';
import type { Tool } from '../contract/tool.ts';
import { follow } from './follow.ts';
import { aimAt, type FollowAim, followAim, isUnwanted, onlyBegan } from './follow-aim.ts';
import type { FollowEnd } from './follow-end.ts';
import { followSent } from './follow-sent.ts';
import { isPending } from './pending.ts';
import { followingOf, type OperationEnd, type OperationRun, takesWait } from './run-operation.ts';

/**
 * The end of an operation that was asked for: what it set going is followed where that was asked, else
 * the first response tells. Throws `Failure`, not_the_service for a response that is not about it and for a
 * command that is done and does not name the job that it began.
 */
export async function endOf(
  run: OperationRun,
  response: FleetResponse,
  startedAt: number,
): Promise<OperationEnd> {
  const { followTimeoutMs, input, operationClass, tool } = run;
  const sent = { operation: tool.name, input };
  const acts = operationClass !== 'read';
  const { value } = response;
  const awaited = { operation: tool.name, acts, waits: takesWait(tool) };
  const told = isPending(response) ? undefined : requireAnswer(response, awaited);
  const open = told?.kind === 'open' ? told.target : undefined;
  const aim = followAim(sent, response) ?? (open && aimAt(open, sent, value));
  if (aim !== undefined && followTimeoutMs !== undefined) {
    const go = acts ? followSent : follow;
    const end = await go(followingOf(run, startedAt + followTimeoutMs), aim);
    if (endsWithoutJob(aim, end)) throw jobNotNamedFailure(end.target.id, response.requestId, acts);
    return { kind: 'followed', first: response, end };
  }
  if (told === undefined) return { kind: 'pending', response, target: targetOf(tool.name, value) };
  if (told.kind === 'open') return { kind: 'pending', response, target: told.target };
  return {
    kind: 'answered',
    response,
    outcome: isInVain(tool, value) ? 'failed' : told.outcome,
  };
}

/** Whether a replay was turned away once more, or the sample of a channel's test did not arrive. */
function isInVain({ name }: Tool, value: unknown): boolean {
  if (name === 'test_channel') return memberOf(value, 'delivered') === false;
  return name === 'replay_delivery' && isUnwanted(value);
}

/**
 * That an action failed, where the service waited for its end by itself and says so. Nobody asked for the end,
 * and what is not known of it is none.
 */
export function failureUnasked(tool: Tool, value: unknown): 'failed' | undefined {
  const told = outcomeOfResponse(value, { operation: tool.name, acts: true });
  return told === 'failed' || isInVain(tool, value) ? 'failed' : undefined;
}

/** Whether a follow went no further than the command that began the job. */
function endsWithoutJob(aim: FollowAim, { outcome, response, target }: FollowEnd): boolean {
  if (outcome !== 'done' || target.kind !== 'command') return false;
  return onlyBegan(aim, recordIn(response?.value, 'command'));
}
