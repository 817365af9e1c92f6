import { membersOf } from '../../base/json/object.ts';
import { Failure } from '../../contract/failure.ts';
import { textOf } from '../../contract/response-member.ts';
import { CALL_SECONDS, FIRST_TOOL, type ProbedCall } from './probe.ts';

/**
 * Why the assistant's calls fail where the service knows the key: a proxy before it may pass its REST
 * routes alone, and the endpoint of MCP refuses names that the routes take.
 */
export function callFailure(call: ProbedCall): Failure | undefined {
  if (call === 'not_offered') return undefined;
  if (call === 'unanswered') {
    const detail = `${FIRST_TOOL} did not respond within ${CALL_SECONDS} seconds.`;
    return new Failure('network', { code: 'timed_out', title: 'The tools do not respond', detail });
  }
  if (call['isError'] !== true) return undefined;
  const problem = call['structuredContent'];
  const { status } = membersOf(problem);
  const code = textOf(problem, 'code') ?? 'call_failed';
  const detail = textOf(problem, 'detail');
  const advice = textOf(problem, 'advice');
  const isRefused = typeof status === 'number' && status < 500 && code !== 'not_the_service';
  return new Failure(isRefused ? 'refused' : 'not_the_service', {
    code,
    title: textOf(problem, 'title') ?? `${FIRST_TOOL} failed`,
    ...(detail === undefined ? {} : { detail }),
    ...(advice === undefined ? {} : { advice }),
    ...(isRefused ? { status } : {}),
  });
}
