import { type JsonObject, membersOf } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { KnownClass } from '../../client/retry.ts';
import { needsConfirmation } from '../../contract/confirmation.ts';
import type { RpcError } from '../json-rpc.ts';
import type { ConfirmMode } from '../options.ts';
import { shownArguments } from '../session/elicitation-form.ts';
import type { HostedServer } from '../upstream/hosted-server.ts';
import { errorResult, type ToolResult } from './error-result.ts';
import { forwardCall } from './forward-call.ts';
import { classOfTool } from './tool-class.ts';
import type { ToolFilter } from './tool-filter.ts';
import type { ToolList } from './tool-list.ts';

/** A call as the assistant made it, and what it can do. */
export interface AssistantCall {
  readonly name: string;
  readonly params: JsonObject;
  readonly isModern: boolean;
  readonly signal: AbortSignal;
  /** Asks the person; undefined where the assistant cannot. */
  readonly ask: ((name: string, args: unknown) => Promise<Confirmation>) | undefined;
  /** Told what the service says on the way to its answer. */
  readonly onNotification: (method: string, params: JsonObject) => void;
}

/**
 * No, a question that goes back to the assistant as a result, or yes: the call as it is sent.
 * `unasked`: the assistant answered the question with an error.
 */
export type Confirmation = 'no' | 'unasked' | { readonly question: ToolResult } | ConfirmedRequest;

export interface ConfirmedRequest {
  readonly params: JsonObject;
  /** Has the last word on what the service answers. */
  readonly onResult?: (result: ToolResult) => ToolResult;
}

export interface CallContext {
  readonly hosted: HostedServer;
  readonly tools: ToolList;
  readonly filter: ToolFilter;
  readonly clock: Clock;
  readonly maxWaitSeconds: number;
  readonly confirm: ConfirmMode;
}

export type CallResult =
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'error'; readonly error: RpcError };

/** Forwards one call; whatever is refused on the way is a result that says so. */
export async function callTool(desk: CallContext, call: AssistantCall): Promise<CallResult> {
  const { name, params } = call;
  const operationClass = await classOf(desk, name);
  const hidden = desk.filter(name, operationClass);
  if (hidden !== undefined) return { kind: 'result', result: notOffered(name, hidden) };
  const args = membersOf(params['arguments']);
  const said = await confirmCall(desk, call, { args, operationClass });
  if ('end' in said) return { kind: 'result', result: said.end };
  const end = await forwardCall(desk, { ...call, params: said.params }, { args, operationClass });
  if (end.kind === 'error' || said.onResult === undefined) return end;
  return { kind: 'result', result: said.onResult(end.result) };
}

export interface CallFacts {
  readonly args: JsonObject;
  readonly operationClass: KnownClass;
}

/** A result instead of the call where a person has not said yes, else the call as it is sent. */
async function confirmCall(
  { confirm }: CallContext,
  { ask, name, params }: AssistantCall,
  { args, operationClass }: CallFacts,
): Promise<{ readonly end: ToolResult } | ConfirmedRequest> {
  // A model picked the tool: one of no known class counts as one that cannot be undone.
  if (confirm === 'never' || !needsConfirmation(name, operationClass ?? 'unknown', args)) {
    return { params };
  }
  if (ask === undefined) return confirm === 'auto' ? { params } : { end: cannotAsk(name, args) };
  const said = await ask(name, params['arguments']);
  if (said === 'unasked') return { end: notAsked(name) };
  if (said === 'no') return { end: declined(name) };
  return 'question' in said ? { end: said.question } : said;
}

async function classOf({ tools }: CallContext, name: string): Promise<KnownClass> {
  const known = classOfTool(name, tools.known(name));
  if (known !== undefined) return known;
  await tools.refresh();
  return classOfTool(name, tools.known(name));
}

function notOffered(name: string, why: string): ToolResult {
  const detail = `${name} is not offered here: ${why}. Nothing was sent.`;
  return errorResult(detail, { code: 'not_offered', title: 'The tool is not offered', detail });
}

function declined(name: string): ToolResult {
  const detail = `The person did not agree to ${name}. Nothing was sent.`;
  return errorResult(detail, { code: 'declined', title: 'Declined', detail });
}

function notAsked(name: string): ToolResult {
  const detail = `The assistant could not ask its person about ${name}. Nothing was sent.`;
  return errorResult(detail, { code: 'confirmation_needed', title: 'Not confirmed', detail });
}

function cannotAsk(name: string, args: JsonObject): ToolResult {
  const detail = `${name} cannot be undone, and this assistant cannot ask its person. Nothing was sent.`;
  const command = `fleet cloud ${name.replaceAll('_', '-')}`;
  const advice = `A person does it with \`${command}\` in a terminal, which asks first. Its input: ${shownArguments(args)}`;
  const facts = { code: 'confirmation_needed', title: 'A person has to confirm', detail, advice };
  return errorResult(`${detail}\n${advice}`, facts);
}
