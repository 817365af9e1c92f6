import { type JsonObject, membersOf } from '../../base/json/object.ts';
import { callTool } from '../tools/call-tool.ts';
import type { AssistantCall, CallContext, ToolResult } from '../tools/tool-call.ts';

/** Who acts on a task: the request's part of a call of a tool. */
export interface TaskCaller extends Pick<AssistantCall, 'isModern' | 'signal'> {
  readonly context: CallContext;
  /** Asks the person as for a call with these parameters; undefined where the client cannot. */
  readonly elicitFor: (params: JsonObject) => AssistantCall['elicit'];
}

/** A call that did not do what it should. */
export interface RefusedAct {
  /** As the assistant would read it. */
  readonly text: string;
  readonly mayHaveRun: boolean;
}

/** Calls a tool for a task as the assistant would, by the same filters and confirmation. */
export async function callForTask(
  { context, elicitFor, isModern, signal }: TaskCaller,
  params: JsonObject & { readonly name: string },
): Promise<ToolResult> {
  const elicit = elicitFor(params);
  const call = { name: params.name, params, isModern, signal, elicit, onNotification: () => {} };
  const outcome = await callTool(context, call);
  if (outcome.kind === 'result') return outcome.result;
  const { message } = outcome.error;
  return { content: [{ type: 'text', text: message }], structuredContent: {}, isError: true };
}

/** The same for a call that asks nothing back. Undefined where the service took it. */
export async function actForTask(
  caller: TaskCaller,
  name: string,
  args: JsonObject,
): Promise<RefusedAct | undefined> {
  const asksNothing = { ...caller, elicitFor: () => undefined };
  return refusalIn(await callForTask(asksNothing, { name, arguments: args }));
}

/** Why a call came to nothing; undefined where it did not. */
export function refusalIn(result: ToolResult): RefusedAct | undefined {
  if (result['isError'] !== true) return undefined;
  const {
    detail,
    may_have_run: mayHaveRun,
    status,
    title,
  } = membersOf(result['structuredContent']);
  const words = [detail, title].find((each) => typeof each === 'string' && each !== '');
  const isAway = typeof status === 'number' && (status === 429 || status >= 500);
  return { text: String(words ?? textIn(result)), mayHaveRun: mayHaveRun === true || isAway };
}

function textIn({ content }: ToolResult): string {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const texts = parts.map((part) => membersOf(part)['text']);
  return texts.filter((text) => typeof text === 'string').join(' ') || 'the service refused it';
}
