import type { KnownClass } from '../client/retry.ts';
import type { Clock } from '../contract/clock.ts';
import { needsConfirmation } from '../contract/confirmation.ts';
import { Failure } from '../contract/failure.ts';
import type { ToolFilter } from './filters.ts';
import type { Hosted } from './hosted.ts';
import { membersOf, type RpcError } from './json-rpc.ts';
import { labelled } from './label.ts';
import type { Confirming } from './options.ts';
import { errorResult, refusalResult, type ToolResult } from './refusal-result.ts';
import { classOfTool } from './tool-class.ts';
import type { ToolList } from './tool-list.ts';

/** A call as the assistant made it, and what it can do. */
export interface ToolCall {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly isModern: boolean;
  readonly signal: AbortSignal;
  /** Asks the person: yes, no, or a question that goes back to the assistant as a result. */
  readonly ask: ((name: string, args: unknown) => Promise<Consent>) | undefined;
}

export type Consent = 'yes' | 'no' | { readonly question: ToolResult };

export interface CallDesk {
  readonly hosted: Hosted;
  readonly tools: ToolList;
  readonly filter: ToolFilter;
  readonly clock: Clock;
  readonly maxWaitSeconds: number;
  readonly confirm: Confirming;
}

export type CallEnd =
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'error'; readonly error: RpcError };

/** Forwards one call; whatever is refused on the way is a result that says so. */
export async function callTool(desk: CallDesk, call: ToolCall): Promise<CallEnd> {
  const { name } = call;
  const operationClass = await classOf(desk, name);
  const hidden = desk.filter(name, operationClass);
  if (hidden !== undefined) return { kind: 'result', result: notOffered(name, hidden) };
  const args = membersOf(call.params['arguments']);
  const held = await consent(desk, call, { args, operationClass });
  if (held !== undefined) return { kind: 'result', result: held };
  return forward(desk, call, { args, operationClass });
}

interface Facts {
  readonly args: Readonly<Record<string, unknown>>;
  readonly operationClass: KnownClass;
}

async function forward(
  { hosted, maxWaitSeconds }: CallDesk,
  { isModern, params, signal }: ToolCall,
  { args, operationClass }: Facts,
): Promise<CallEnd> {
  const asked = args['wait_seconds'];
  const isLong = typeof asked === 'number' && asked > maxWaitSeconds;
  const sentArgs = isLong ? { ...args, wait_seconds: maxWaitSeconds } : params['arguments'];
  const sent = sentArgs === undefined ? params : { ...params, arguments: sentArgs };
  try {
    const answer = await hosted.ask({
      method: 'tools/call',
      params: sent,
      isModern,
      operationClass,
      waitSeconds: waitOf(isLong ? maxWaitSeconds : asked),
      signal,
    });
    if (answer.kind === 'error') return { kind: 'error', error: answer.error };
    return { kind: 'result', result: labelled(answer.result) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: 'result', result: refusalResult(error, { acts: operationClass !== 'read' }) };
  }
}

/** What is asked of the service, with the longest default that the specification has. */
function waitOf(asked: unknown): number {
  return typeof asked === 'number' && asked >= 0 ? asked : 20;
}

/** A result instead of the call where a person has not said yes; undefined where it may go on. */
async function consent(
  { confirm }: CallDesk,
  { ask, name, params }: ToolCall,
  { args, operationClass }: Facts,
): Promise<ToolResult | undefined> {
  // A model picked the tool: one of no known class counts as one that cannot be undone.
  if (confirm === 'never' || !needsConfirmation(name, operationClass ?? 'unknown', args)) {
    return undefined;
  }
  if (ask === undefined) return confirm === 'auto' ? undefined : cannotAsk(name);
  const said = await ask(name, params['arguments']);
  if (said === 'yes') return undefined;
  return said === 'no' ? declined(name) : said.question;
}

async function classOf({ tools }: CallDesk, name: string): Promise<KnownClass> {
  const known = classOfTool(name, tools.known(name));
  if (known !== undefined) return known;
  await tools.all();
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

function cannotAsk(name: string): ToolResult {
  const detail = `${name} cannot be undone, and this assistant cannot ask its person. Nothing was sent.`;
  const command = `fleet cloud ${name.replaceAll('_', '-')}`;
  const advice = `A person does it with \`${command}\` in a terminal, which asks first.`;
  const facts = { code: 'confirmation_needed', title: 'A person has to confirm', detail, advice };
  return errorResult(`${detail}\n${advice}`, facts);
}
