import type { KnownClass } from '../client/retry.ts';
import type { Clock } from '../contract/clock.ts';
import { needsConfirmation } from '../contract/confirmation.ts';
import { Failure } from '../contract/failure.ts';
import { isExactNumber } from '../contract/lossless-json.ts';
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

/** `unasked`: the assistant answered the question with an error. */
export type Consent = 'yes' | 'no' | 'unasked' | { readonly question: ToolResult };

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
  const { name, params } = call;
  const operationClass = await classOf(desk, name);
  const hidden = desk.filter(name, operationClass);
  if (hidden !== undefined) return { kind: 'result', result: notOffered(name, hidden) };
  const args = membersOf(params['arguments']);
  // A model picked the tool: one of no known class counts as one that cannot be undone.
  const isConfirmed =
    desk.confirm !== 'never' && needsConfirmation(name, operationClass ?? 'unknown', args);
  if (!isConfirmed) return forward(desk, call, { args, operationClass });
  const held = await consent(desk, call);
  if (held !== undefined) return { kind: 'result', result: held };
  return forward(desk, { ...call, params: withoutAnswers(params) }, { args, operationClass });
}

/** What was asked and answered between the assistant and the bridge stays between them. */
function withoutAnswers(params: ToolCall['params']): ToolCall['params'] {
  const { inputResponses: _answers, requestState: _state, ...others } = params;
  return others;
}

interface Facts {
  readonly args: Readonly<Record<string, unknown>>;
  readonly operationClass: KnownClass;
}

async function forward(
  { hosted, maxWaitSeconds, tools }: CallDesk,
  { isModern, name, params, signal }: ToolCall,
  { args, operationClass }: Facts,
): Promise<CallEnd> {
  const asked = askedWait(args, tools.known(name));
  const isLong = asked !== undefined && asked > maxWaitSeconds;
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

/** The wait that the service would take: what the assistant asks, else the default of the tool. */
function askedWait(args: Facts['args'], tool: unknown): number | undefined {
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

/** A result instead of the call where a person has not said yes; undefined where it may go on. */
async function consent(
  { confirm }: CallDesk,
  { ask, name, params }: ToolCall,
): Promise<ToolResult | undefined> {
  if (ask === undefined) return confirm === 'auto' ? undefined : cannotAsk(name);
  const said = await ask(name, params['arguments']);
  if (said === 'yes') return undefined;
  if (said === 'unasked') return notAsked(name);
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

function notAsked(name: string): ToolResult {
  const detail = `The assistant could not ask its person about ${name}. Nothing was sent.`;
  return errorResult(detail, { code: 'confirmation_needed', title: 'Not confirmed', detail });
}

function cannotAsk(name: string): ToolResult {
  const detail = `${name} cannot be undone, and this assistant cannot ask its person. Nothing was sent.`;
  const command = `fleet cloud ${name.replaceAll('_', '-')}`;
  const advice = `A person does it with \`${command}\` in a terminal, which asks first.`;
  const facts = { code: 'confirmation_needed', title: 'A person has to confirm', detail, advice };
  return errorResult(`${detail}\n${advice}`, facts);
}
