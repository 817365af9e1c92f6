import { type JsonObject, membersOf } from '../../base/json/object.ts';
import { Failure } from '../../contract/failure.ts';
import { TASKS_EXTENSION } from '../../contract/task/extension.ts';
import {
  answeredElsewhere,
  endedResult,
  type JobTaskOptions,
  type TaskState,
} from '../../contract/task/task-record.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { METHOD_NOT_FOUND, type RpcError } from '../json-rpc.ts';
import { failureResult } from '../tools/error-result.ts';
import { formsOf, withContent } from '../tools/service-question.ts';
import type { CallContext } from '../tools/tool-call.ts';
import type { HostedMessage } from '../upstream/mcp-message.ts';
import { isLimitFailure, responseFailure } from '../upstream/response-failure.ts';
import type { Look } from './look-up.ts';

type TaskMethod = Extract<HostedMessage['method'], `tasks/${string}`>;

const ID = /^[\x21-\x7e]{1,1000}$/;

/** Whether a text can be the id of a task that the endpoint made; it goes there in a header. */
export function canBeHosted(taskId: unknown): taskId is string {
  return typeof taskId === 'string' && ID.test(taskId);
}

/**
 * Sends a request about a task of the endpoint, declaring forms where the bridge lets jobs be answered.
 * Gives the result or the error of JSON-RPC; throws `Failure` for refusals over HTTP and without a response.
 */
export async function sendAboutTask(
  { hosted }: Pick<CallContext, 'hosted'>,
  method: TaskMethod,
  { canAnswer, params }: { readonly canAnswer: boolean; readonly params: JsonObject },
): Promise<
  { readonly result: JsonObject } | { readonly error: RpcError; readonly status: number }
> {
  const extensions = { [TASKS_EXTENSION]: {} };
  const response = await hosted.send({
    method,
    params,
    isModern: true,
    capabilities: { extensions, ...(canAnswer ? { elicitation: { form: {} } } : {}) },
    operationClass: method === 'tasks/get' ? 'read' : 'write',
    waitSeconds: 0,
  });
  if (response.kind === 'result') return { result: response.result };
  if (response.status === 429 || response.status >= 500) throw responseFailure(response);
  return { error: response.error, status: response.status };
}

const INVALID_PARAMS = -32602;

/** Looks at a task of the endpoint. Never throws `Failure`. */
export async function lookAtHosted(
  context: Pick<CallContext, 'hosted'>,
  taskId: string,
  canAnswer: boolean,
): Promise<Look> {
  try {
    const sent = await sendAboutTask(context, 'tasks/get', { canAnswer, params: { taskId } });
    if ('result' in sent) return seenIn(sent.result, canAnswer);
    const { code } = sent.error;
    if (code === INVALID_PARAMS) return { kind: 'gone' };
    return code === METHOD_NOT_FOUND || sent.status === 400 || sent.status === 404
      ? { kind: 'gone', hasNoTasks: true }
      : { kind: 'away', retryAfterMs: 0 };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isLimitFailure(error)) {
      return { kind: 'refused', result: failureResult(error, { acts: false }) };
    }
    return { kind: 'away', retryAfterMs: (error.facts.retryAfterSeconds ?? 0) * 1000 };
  }
}

function seenIn(task: JsonObject, canAnswer: boolean): Look {
  if (hostedState(task, { canAnswer, job: '' }) === undefined)
    return { kind: 'away', retryAfterMs: 0 };
  return { kind: 'seen', record: { updated_at: task['lastUpdatedAt'] }, result: task };
}

/**
 * The state of a task as the endpoint shows it, its forms marked as the service's; undefined where it is
 * none of the extension. Where the bridge answers no job, the task says how it is answered.
 */
export function hostedState(
  task: JsonObject,
  { canAnswer, job }: Pick<JobTaskOptions, 'canAnswer'> & { readonly job: string },
): TaskState | undefined {
  const { error, inputRequests, result, status } = task;
  const { statusMessage: said } = task;
  const statusMessage = typeof said === 'string' ? sanitiseLine(said) : '';
  switch (status) {
    case 'working':
    case 'cancelled':
      return { status, statusMessage };
    case 'input_required':
      return canAnswer
        ? { status, statusMessage, inputRequests: formsOf(inputRequests) }
        : answeredElsewhere(statusMessage, job);
    case 'completed': {
      const ended = withContent(membersOf(result), { acts: true });
      return { status, statusMessage, result: endedResult(ended, ended['isError'] === true) };
    }
    case 'failed': {
      const text = String(membersOf(error)['message'] ?? 'The call failed');
      const content = [{ type: 'text', text }];
      return { status: 'completed', statusMessage, result: endedResult({ content }, true) };
    }
    default:
      return undefined;
  }
}
