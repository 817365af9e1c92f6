import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { declaresTasks } from '../../contract/task/extension.ts';
import { type ModernRequest, withoutTasks } from '../protocol-version.ts';
import type { MessageWriter } from '../stdio/message-writer.ts';
import { knowsOlderTasks } from '../tasks/older-shape.ts';
import type { OlderTasks } from '../tasks/older-tasks.ts';
import type { Tasks } from '../tasks/task-requests.ts';
import { callTool } from '../tools/call-tool.ts';
import type { AssistantCall, CallContext, CallResult } from '../tools/tool-call.ts';
import type { Elicitation } from './elicitation.ts';
import type { InFlight } from './in-flight.ts';
import { createJobQuestions } from './job-questions.ts';
import { olderAssistant } from './older-assistant.ts';
import type { RequestStates } from './request-state.ts';

/** A call as the session has it. */
interface SessionCall extends Pick<AssistantCall, 'name' | 'params' | 'signal' | 'onNotification'> {
  /** Undefined for a call of a version with a handshake. */
  readonly modern: ModernRequest | undefined;
  /** The assistant's, of this call or of the handshake. */
  readonly capabilities: JsonObject | undefined;
  /** Of the handshake; undefined before it. */
  readonly version: string | undefined;
  /** Tells the assistant how far the job of the call is. */
  readonly tell: (message: string) => void;
}

/** Makes a call and gives what the assistant gets for it. */
export type MakeCall = (call: SessionCall) => Promise<CallResult>;

interface SessionParts {
  readonly tasks: Tasks;
  readonly elicitation: Elicitation;
  readonly inFlight: Pick<InFlight, 'hold'>;
  readonly states: RequestStates;
  readonly older: OlderTasks;
  readonly writer: MessageWriter;
}

/**
 * The calls of one session, with the two ways in which a job that goes on or asks reaches an assistant
 * that can do more than read: a handle of a task, or a form while the call waits.
 */
export function createCalls(context: CallContext, parts: SessionParts): MakeCall {
  const { elicitation, inFlight, tasks } = parts;
  const questions = createJobQuestions({ ...context, ...parts });
  return async ({ capabilities, modern, name, onNotification, params, signal, tell, version }) => {
    const isModern = modern !== undefined;
    const elicitFor = (about: JsonObject) =>
      isModern
        ? elicitation.modern(about, modern)
        : elicitation.legacy({ params: about, capabilities, signal });
    if (!isModern && isObject(params['task']) && knowsOlderTasks(version, capabilities)) {
      const { task: _, ...asked } = params;
      const call = {
        name,
        params: asked,
        isModern,
        signal,
        elicit: elicitFor(asked),
        onNotification,
      };
      const called = await callTool(context, call);
      if (called.kind !== 'result') return called;
      const assistant = olderAssistant({ ...parts, context }, membersOf(capabilities), signal);
      const result = await parts.older.handleFor(name, called.result, assistant);
      return { kind: 'result', result };
    }
    const caller = { context, elicitFor, isModern, signal };
    const asking = { name, params, modern, capabilities, version, caller, tell };
    const resumed = questions.resume(asking);
    if (resumed !== undefined) return resumed;
    // Where the service makes tasks itself, its handles are passed on, unless a filter is in the way.
    const isFollowed = !isModern || (tasks.canFollow('job') && tasks.canFollow('command'));
    const asked = isFollowed ? params : withoutTasks(params);
    const elicit = elicitFor(asked);
    const call = { name, params: asked, isModern, signal, elicit, onNotification };
    const calling = callTool(context, call);
    const isAnswer = isModern && params['inputResponses'] !== undefined;
    const called = await (isAnswer ? inFlight.hold(calling) : calling);
    if (called.kind !== 'result') return called;
    if (!isModern || !declaresTasks(modern.capabilities)) {
      return questions.afterCall(asking, called);
    }
    const result = await tasks.handleFor(name, called.result, modern.capabilities);
    return { kind: 'result', result };
  };
}
