import { stringifyJson } from '../../base/json/lossless.ts';
import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import type { KnownClass } from '../../client/retry.ts';
import { Failure } from '../../contract/failure.ts';
import { withLookUp } from '../../contract/look-up-note.ts';
import { CLASS_OF_OPERATION } from '../../contract/operation-class.ts';
import { declaresTasks } from '../../contract/task/extension.ts';
import { withLabelledMessage, withUntrustedLabel } from '../../contract/untrusted-label.ts';
import { NOT_OFFERED_TEXTS, type NotOffered } from '../../render/assistant-advice.ts';
import { HEADER_MISMATCH, isRejection, PAGE_WANTED } from '../json-rpc.ts';
import { modernRequestOf } from '../protocol-version.ts';
import { parameterHeaders } from '../upstream/mcp-headers.ts';
import type { McpResponse } from '../upstream/mcp-message.ts';
import { failedCall, responseFailure } from '../upstream/response-failure.ts';
import { twiceNamed } from './call-members.ts';
import { asksFirst, confirmCall } from './confirm-call.ts';
import { unknownTool } from './confirm-refusals.ts';
import { errorResult, failureResult, withMayHaveRun } from './error-result.ts';
import { pageNotHandedOn, withServiceQuestions } from './service-question.ts';
import type { AssistantCall, CallContext, CallResult, ToolResult } from './tool-call.ts';
import { classOfTool } from './tool-class.ts';
import { limitWait } from './wait-limit.ts';

/**
 * One call from the assistant's request to its result: filter, confirmation, the call to the service,
 * the label. A call that is not offered, not confirmed, refused by the service or not answered at all
 * ends with a result that says so, and so does one that acts and failed with an error of JSON-RPC; any
 * other error of JSON-RPC from the service stays one. `isAgain` where the list that it was judged by turned
 * out to be old.
 */
export async function callTool(
  context: CallContext,
  call: AssistantCall,
  isAgain = false,
): Promise<CallResult> {
  const { name, params } = call;
  const refused = twiceNamed(params);
  if (refused !== undefined) return asResult(refused);
  const tool = context.tools.known(name) ?? (await toolOfNewerList(context, name));
  const operationClass = classOfTool(name, tool);
  const notOffered = context.filter(name, operationClass);
  if (notOffered !== undefined) return asResult(notOfferedResult(name, notOffered));
  const args = params['arguments'] ?? {};
  if (!isObject(args)) return asResult(noObject());
  if (tool === undefined && isRefusedUnlisted(context, call, { args, operationClass })) {
    return asResult(unknownTool(name));
  }
  const acts = operationClass !== 'read';
  // Nobody is asked about a read of the specification.
  const mayBeAsked = acts || !Object.hasOwn(CLASS_OF_OPERATION, name);
  try {
    // Where it is not known nobody is asked: a login meanwhile would send the yes to another one.
    const service = mayBeAsked ? await context.hosted.service() : undefined;
    const confirmed = await confirmCall(context, call, { args, operationClass, service });
    if ('refusal' in confirmed) return asResult(confirmed.refusal);
    const limited = limitWait(context, name, confirmed.params);
    const headers = () =>
      parameterHeaders(context.tools.known(name), membersOf(limited.params['arguments']));
    const sent = headers();
    const response = await sendCall(context, call, { ...limited, operationClass, headers: sent });
    if (isMissingHeader(response) && !isAgain) {
      await context.tools.refresh();
      // The newer tool may do more, and is judged and asked about as it is described now.
      const isNewer = stringifyJson(headers()) !== stringifyJson(sent);
      if (isNewer) return await callTool(context, call, true);
    }
    if (response.kind === 'result') {
      const canAsk = call.isModern && call.elicit !== undefined;
      const { capabilities = {} } = modernRequestOf(confirmed.params) ?? {};
      const knowsTasks = declaresTasks(capabilities);
      const asked = withServiceQuestions(response.result, { acts, canAsk, knowsTasks });
      const told = withMayHaveRun(asked, { acts, operation: name });
      const result = withUntrustedLabel(withLookUp(name, told));
      return asResult(confirmed.onResult?.(result) ?? result);
    }
    if (response.error.code === PAGE_WANTED) return asResult(pageNotHandedOn({ acts }));
    // An error with a good status is the server's response to this call, any other a refusal over HTTP.
    if (response.status >= 400) throw responseFailure(response);
    if (acts && !isRejection(response.error)) throw failedCall(response);
    return { kind: 'error', error: withLabelledMessage(response.error) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return asResult(failureResult(error, { acts, operation: name }));
  }
}

function asResult(result: ToolResult): CallResult {
  return { kind: 'result', result };
}

/** The tool of this name, which the known list does not have. */
async function toolOfNewerList({ tools }: CallContext, name: string): Promise<unknown> {
  await tools.refresh();
  return tools.known(name);
}

/**
 * Whether a tool that no list has is refused here: one that a person would be asked about, and one that
 * neither the service's list nor the specification names. The others are the service's to refuse.
 */
function isRefusedUnlisted(
  context: CallContext,
  { elicit, name }: AssistantCall,
  call: { readonly args: JsonObject; readonly operationClass: KnownClass },
): boolean {
  const { confirm, tools } = context;
  const isAsked = asksFirst(context, name, call) && (elicit !== undefined || confirm === 'always');
  return isAsked || (tools.isOfService && !Object.hasOwn(CLASS_OF_OPERATION, name));
}

function noObject(): ToolResult {
  const detail = '`arguments` must be an object. Nothing was sent.';
  return errorResult(detail, { code: 'invalid_request', title: 'Invalid request', detail });
}

/** The result of a call that the filters of this bridge leave out. */
export function notOfferedResult(name: string, why: NotOffered): ToolResult {
  const detail = `${name} is not offered here: ${NOT_OFFERED_TEXTS[why]}. Nothing was sent.`;
  return errorResult(detail, { code: 'not_offered', title: 'The tool is not offered', detail });
}

interface CallToSend {
  readonly params: JsonObject;
  readonly waitSeconds: number;
  readonly operationClass: KnownClass;
  readonly headers: Readonly<Record<string, string>>;
}

function sendCall(
  { hosted }: CallContext,
  { beforeTry, isModern, onNotification, signal }: AssistantCall,
  { headers, ...call }: CallToSend,
): Promise<McpResponse> {
  return hosted.send({
    ...call,
    method: 'tools/call',
    isModern,
    parameterHeaders: headers,
    signal,
    beforeTry,
    onNotification,
  });
}

/**
 * Whether the service has not run a call, since it misses a header. Only status 400 says so, since another
 * server may use the error code for something else.
 */
function isMissingHeader(response: McpResponse): boolean {
  return (
    response.kind === 'error' && response.status === 400 && response.error.code === HEADER_MISMATCH
  );
}
