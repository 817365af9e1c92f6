import type { JsonObject } from '../../base/json/object.ts';
import type { KnownClass } from '../../client/retry.ts';
import { errorResult } from './error-result.ts';
import type { AssistantCall, ConfirmedRequest, ToolResult } from './tool-call.ts';

/** In the place of the state of a service that gave none, and before one that it gave. */
const NO_STATE = 'fleet-service';
const PREFIX = `${NO_STATE}.`;

/**
 * A result with a question of the service, whose state shows that it came through here: an answer that has lost
 * it is not taken for one that never had any. Any other result as it is.
 */
export function withServiceState(result: ToolResult): ToolResult {
  const { requestState, resultType } = result;
  if (resultType !== 'input_required') return result;
  const isGiven = typeof requestState === 'string';
  return { ...result, requestState: isGiven ? `${PREFIX}${requestState}` : NO_STATE };
}

/**
 * A call that nobody is asked about, as it is sent. One that acts and comes with an answer or a state has to
 * bring the state of a question of the service with it: else the answer may be to something that the call has
 * begun, and the service would begin it once more, or the state may be that of a question of the bridge, which
 * nobody has answered.
 */
export function notAskedAbout(
  { isModern, name, params }: Pick<AssistantCall, 'isModern' | 'name' | 'params'>,
  operationClass: KnownClass,
): { readonly refusal: ToolResult } | ConfirmedRequest {
  if (!isModern) return { params };
  const { requestState: state, ...others } = params;
  const acts = operationClass !== 'read';
  const onResult = acts ? { onResult: withServiceState } : {};
  if (state === NO_STATE) return { params: others, ...onResult };
  if (typeof state === 'string' && state.startsWith(PREFIX)) {
    return { params: { ...params, requestState: state.slice(PREFIX.length) }, ...onResult };
  }
  const isResumed = params['inputResponses'] !== undefined || typeof state === 'string';
  if (acts && isResumed) return { refusal: stateLost(name, params) };
  return { params, ...onResult };
}

function stateLost(name: string, params: JsonObject): ToolResult {
  const detail = `This call of ${name} comes with ${whatIsWrong(params)}. Nothing was sent.`;
  const advice = `\`requestState\` must be sent back as it was, with the answer. Where it is lost, look up what the first call began (list_inbox, list_jobs): without \`inputResponses\` and \`requestState\` ${name} begins it anew.`;
  const facts = { code: 'invalid_request', title: 'Invalid request', detail, advice };
  return errorResult(`${detail}\n${advice}`, facts);
}

function whatIsWrong({ inputResponses, requestState }: JsonObject): string {
  if (inputResponses === undefined) {
    return 'a `requestState` and without the answer to its question (`inputResponses`)';
  }
  return requestState === undefined
    ? '`inputResponses` and without `requestState`'
    : '`inputResponses` and with a `requestState` that no question of it came with';
}
