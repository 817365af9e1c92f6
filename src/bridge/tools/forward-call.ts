import { isExactNumber, stringifyJson } from '../../base/json/lossless.ts';
import { type JsonObject, membersOf } from '../../base/json/object.ts';
import type { KnownClass } from '../../client/retry.ts';
import { Failure } from '../../contract/failure.ts';
import { HEADER_MISMATCH } from '../json-rpc.ts';
import { parameterHeaders } from '../upstream/mcp-headers.ts';
import { responseFailure } from '../upstream/response-failure.ts';
import type { McpResponse } from '../upstream/send.ts';
import type { AssistantCall, CallContext, CallFacts, CallResult } from './call-tool.ts';
import { failureResult } from './error-result.ts';
import { withUntrustedLabel } from './untrusted-label.ts';

/**
 * Sends a call on with its wait lowered to the longest that is allowed; a refusal over HTTP and a
 * call without an answer are results.
 */
export async function forwardCall(
  desk: CallContext,
  call: AssistantCall,
  { args, operationClass }: CallFacts,
): Promise<CallResult> {
  const { maxWaitSeconds, tools } = desk;
  const { name, params } = call;
  const acts = operationClass !== 'read';
  const asked = requestedWait(args, tools.known(name));
  const isLong = asked !== undefined && asked > maxWaitSeconds;
  const sent = isLong
    ? { ...params, arguments: { ...args, wait_seconds: maxWaitSeconds } }
    : params;
  const waitSeconds = waitOf(isLong ? maxWaitSeconds : asked);
  try {
    const answer = await sendWithHeaders(desk, call, { sent, operationClass, waitSeconds });
    if (answer.kind === 'result')
      return { kind: 'result', result: withUntrustedLabel(answer.result) };
    // An error that came with a refusal over HTTP is one; else it is the server's word on the call.
    if (answer.status < 400) return { kind: 'error', error: answer.error };
    return { kind: 'result', result: failureResult(responseFailure(answer), { acts }) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: 'result', result: failureResult(error, { acts }) };
  }
}

interface Sending {
  readonly sent: JsonObject;
  readonly operationClass: KnownClass;
  readonly waitSeconds: number;
}

/**
 * A server that misses a header has not run the call: where its schema by now asks for other
 * headers, the call goes again with those. Only 400 says so; the code alone may be anyone's.
 */
async function sendWithHeaders(
  { hosted, tools }: CallContext,
  { isModern, name, onNotification, signal }: AssistantCall,
  { operationClass, sent, waitSeconds }: Sending,
): Promise<McpResponse> {
  const args = membersOf(sent['arguments']);
  const ask = (headers: Readonly<Record<string, string>>): Promise<McpResponse> =>
    hosted.ask({
      method: 'tools/call',
      params: sent,
      isModern,
      operationClass,
      waitSeconds,
      parameterHeaders: headers,
      signal,
      onNotification,
    });
  const headers = parameterHeaders(tools.known(name), args);
  const answer = await ask(headers);
  const isMissing =
    answer.kind === 'error' && answer.status === 400 && answer.error.code === HEADER_MISMATCH;
  if (!isMissing) return answer;
  await tools.refresh();
  const wanted = parameterHeaders(tools.known(name), args);
  return stringifyJson(wanted) === stringifyJson(headers) ? answer : ask(wanted);
}

/** The wait that the service would take: what the assistant asks, else the default of the tool. */
function requestedWait(args: JsonObject, tool: unknown): number | undefined {
  const { properties } = membersOf(membersOf(tool)['inputSchema']);
  const { default: usual } = membersOf(membersOf(properties)['wait_seconds']);
  const { wait_seconds: asked = usual } = args;
  if (isExactNumber(asked)) return Number(asked.rawJSON);
  return typeof asked === 'number' ? asked : undefined;
}

/** How long the answer may take; without more knowledge the longest default of the specification. */
function waitOf(asked: number | undefined): number {
  return asked !== undefined && asked >= 0 ? asked : 20;
}
