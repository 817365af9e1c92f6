import type { FleetResponse } from '../client/response.ts';
import { outcomeOfResponse } from '../contract/outcome.ts';
import { targetOf } from '../contract/pending-target.ts';
import { follow } from './follow.ts';
import { followAim, isUnwanted } from './follow-aim.ts';
import { followSent } from './follow-sent.ts';
import { isPending } from './pending.ts';
import { followingOf, type OperationEnd, type OperationRun } from './run-operation.ts';

/**
 * The end of an operation that was asked for: what it set going is followed where that was asked, else
 * the first response tells. Throws `Failure`.
 */
export async function endOf(
  run: OperationRun,
  response: FleetResponse,
  startedAt: number,
): Promise<OperationEnd> {
  const { followTimeoutMs, input, operationClass, tool } = run;
  const answered = { operation: tool.name, acts: operationClass !== 'read' };
  const aim = followAim({ operation: tool.name, input }, response);
  if (aim !== undefined && followTimeoutMs !== undefined) {
    const go = answered.acts ? followSent : follow;
    const end = await go(followingOf(run, startedAt + followTimeoutMs), aim);
    return { kind: 'followed', first: response, end };
  }
  const { value } = response;
  if (isPending(response)) {
    return { kind: 'pending', response, target: targetOf(tool.name, value) };
  }
  const isTurnedAway = tool.name === 'replay_delivery' && isUnwanted(value);
  const outcome = isTurnedAway ? 'failed' : outcomeOfResponse(value, answered);
  return { kind: 'answered', response, outcome };
}
