import { type JsonObject, membersOf } from '../../base/json/object.ts';
import { Failure } from '../../contract/failure.ts';
import { lostAct } from '../../contract/task/lost-act.ts';
import { isRejection, type RpcError } from '../json-rpc.ts';
import { notOfferedResult } from '../tools/call-tool.ts';
import { confirmCall } from '../tools/confirm-call.ts';
import { errorResult, failureResult } from '../tools/error-result.ts';
import type { ToolResult } from '../tools/tool-call.ts';
import { callForTask, refusalIn, type TaskCaller } from './call-for-task.ts';
import { sendAboutTask } from './hosted-task.ts';
import type { TaskBoard } from './task-board.ts';
import { isEnded, type TaskEntry } from './task-entry.ts';

const PREFIX = 'cancel-';

/**
 * Cancels the job of a task, confirmed as a call of cancel_job is: where the person is asked first, the
 * question becomes one of the task's requests, since no other response of the protocol can hold it. A
 * command goes on; that is acknowledged (extension, "Task Cancellation").
 */
export async function cancelTask(
  board: TaskBoard,
  entry: TaskEntry,
  caller: TaskCaller,
): Promise<RpcError | undefined> {
  if (isEnded(entry) || entry.cancelQuestion !== undefined) return undefined;
  if (entry.name.kind === 'command') {
    entry.note = 'a command is not cancelled, it goes on';
    board.changed(entry);
    return undefined;
  }
  const params = { name: 'cancel_job', arguments: { job: entry.name.id } };
  return await sendCancellation(board, entry, { caller, params });
}

/** Takes the person's answer to the question whether to cancel; any other response is left alone. */
export async function answerCancellation(
  board: TaskBoard,
  entry: TaskEntry,
  { caller, responses }: { readonly caller: TaskCaller; readonly responses: JsonObject },
): Promise<RpcError | undefined> {
  const { cancelQuestion: asked } = entry;
  if (asked === undefined || !Object.hasOwn(responses, asked.key)) return undefined;
  entry.cancelQuestion = undefined;
  const inputResponses = { confirm: responses[asked.key] };
  const params = { name: 'cancel_job', ...asked.params, inputResponses };
  return await sendCancellation(board, entry, { caller, params });
}

interface Cancellation {
  readonly caller: TaskCaller;
  readonly params: JsonObject & { readonly name: string };
}

async function sendCancellation(
  board: TaskBoard,
  entry: TaskEntry,
  { caller, params }: Cancellation,
): Promise<RpcError | undefined> {
  const result = entry.isHosted
    ? await cancelHosted(entry, { caller, params })
    : await callForTask(caller, params);
  const { inputRequests, requestState, resultType } = result;
  if (resultType === 'input_required') {
    const { inputResponses: _, ...call } = params;
    const key = `${PREFIX}${entry.mac(String(requestState))}`;
    const request = membersOf(inputRequests)['confirm'];
    entry.cancelQuestion = { key, request, params: { ...call, requestState } };
    board.changed(entry);
    return undefined;
  }
  const refused = refusalIn(result);
  if (refused?.mayHaveRun === true || refused?.isTooSoon === true) {
    return lostAct('cancel', entry.name.id, refused.text);
  }
  entry.isCancelling = refused === undefined;
  entry.note = refused === undefined ? 'it is being cancelled' : `not cancelled: ${refused.text}`;
  board.changed(entry);
  return undefined;
}

/** Asks the endpoint that made the task, once the person has said yes as to a call of cancel_job. */
async function cancelHosted(
  { taskId }: TaskEntry,
  { caller, params }: Cancellation,
): Promise<ToolResult> {
  const { context, elicitFor, isModern, signal } = caller;
  const notOffered = context.filter(params.name, 'destructive');
  if (notOffered !== undefined) return notOfferedResult(params.name, notOffered);
  const elicit = elicitFor(params);
  const call = { name: params.name, params, isModern, signal, elicit, onNotification: () => {} };
  const args = membersOf(params['arguments']);
  const service = await context.hosted.service();
  const judged = { args, operationClass: 'destructive', service } as const;
  const confirmed = await confirmCall(context, call, judged);
  if ('refusal' in confirmed) return confirmed.refusal;
  const about = { canAnswer: false, params: { taskId } };
  try {
    const sent = await sendAboutTask(context, 'tasks/cancel', about);
    if ('result' in sent) return { structuredContent: {} };
    const { data, message } = sent.error;
    const facts = { code: 'not_cancelled', title: message, detail: message };
    const isLost = !isRejection(sent.error);
    return errorResult(message, { ...facts, ...membersOf(data), may_have_run: isLost });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return failureResult(error, { acts: true, operation: 'cancel_job' });
  }
}
