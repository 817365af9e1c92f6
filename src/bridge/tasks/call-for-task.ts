import { type JsonObject, membersOf } from '../../base/json/object.ts';
import { Failure } from '../../contract/failure.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
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
  /** In one line that is harmless: it becomes a part of our own words. */
  readonly text: string;
  readonly mayHaveRun: boolean;
  /** Whether it was surely not taken, and may be later: there were too many requests. */
  readonly isTooSoon?: boolean;
}

/** What is looked at before each try of what acts: whether it is still meant as it was. */
type StillMeant = () => Promise<boolean>;

/** Calls a tool for a task as the assistant would, by the same filters and confirmation. */
export async function callForTask(
  { context, elicitFor, isModern, signal }: TaskCaller,
  params: JsonObject & { readonly name: string },
  more: Pick<AssistantCall, 'beforeTry' | 'isByPerson'> = {},
): Promise<ToolResult> {
  const elicit = elicitFor(params);
  const call = { name: params.name, params, isModern, signal, elicit, onNotification: () => {} };
  const outcome = await callTool(context, { ...call, ...more });
  if (outcome.kind === 'result') return outcome.result;
  const { message } = outcome.error;
  return { content: [{ type: 'text', text: message }], structuredContent: {}, isError: true };
}

/**
 * Sends the answer to a question of a job, which asks nothing back. Before each try, also after the wait
 * for another one, `isStillAsked` looks; where it is not, nothing is sent (`changed`). Undefined where the
 * service took it.
 */
export async function sendAnswer(
  caller: TaskCaller,
  args: JsonObject,
  isStillAsked: StillMeant,
): Promise<RefusedAct | 'changed' | undefined> {
  const asksNothing = { ...caller, elicitFor: () => undefined };
  let isChanged = false;
  const beforeTry = async (): Promise<void> => {
    isChanged = !(await isStillAsked());
    if (isChanged) throw new Failure('conflict', CHANGED);
  };
  const call = { name: 'answer_job', arguments: args };
  const result = await callForTask(asksNothing, call, { beforeTry, isByPerson: true });
  return isChanged ? 'changed' : refusalIn(result);
}

const CHANGED = { code: 'changed_meanwhile', title: 'The question was changed', wasSent: false };

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
  const isAway = typeof status === 'number' && status >= 500;
  const text = sanitiseLine(String(words ?? textIn(result)));
  return { text, mayHaveRun: mayHaveRun === true || isAway, isTooSoon: status === 429 };
}

function textIn({ content }: ToolResult): string {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const texts = parts.map((part) => membersOf(part)['text']);
  return texts.filter((text) => typeof text === 'string').join(' ') || 'the service refused it';
}
