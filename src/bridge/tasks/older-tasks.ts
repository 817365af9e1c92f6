import { type JsonObject, membersOf } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import { invalidTaskParams, TASK_METHODS, unknownTask } from '../../contract/task/extension.ts';
import { taskNameOf } from '../../contract/task/task-of-result.ts';
import { endedResult } from '../../contract/task/task-record.ts';
import type { ToolResult } from '../tools/tool-call.ts';
import { answerTask } from './answer-task.ts';
import type { TaskCaller } from './call-for-task.ts';
import { cancelTask } from './cancel-task.ts';
import { olderTask, relatedTo } from './older-shape.ts';
import type { TaskBoard } from './task-board.ts';
import { isEnded, type TaskEntry } from './task-entry.ts';
import { aboutTask, type TaskOutcome } from './task-outcome.ts';
import type { Tasks } from './task-requests.ts';

/** The assistant of a session with a handshake. */
export interface OlderAssistant {
  /** Who acts for a request of it. */
  readonly caller: TaskCaller;
  /** Puts a form to its person; undefined where it has none. */
  readonly ask: ((form: object, signal: AbortSignal) => Promise<unknown>) | undefined;
  readonly send: (method: string, params: JsonObject) => void;
}

/** Experimental tasks of 2025-11-25, beside those of the extension and on the same board. */
export interface OlderTasks {
  /** Responds to a method of theirs; undefined for any other one. */
  respond(
    method: string,
    params: JsonObject,
    assistant: OlderAssistant,
  ): Promise<TaskOutcome | undefined>;
  /** What a call gives that was to be a task: its handle, also where the result is there already or not followed. */
  handleFor(name: string, result: ToolResult, assistant: OlderAssistant): Promise<ToolResult>;
}

const METHODS: readonly string[] = [TASK_METHODS.get, TASK_METHODS.cancel, 'tasks/result'];
const STATUS = 'notifications/tasks/status';

/** Makes the older tasks of one session; they are looked at until they end. */
export function createOlderTasks(
  { board, canFollow }: Pick<Tasks, 'board' | 'canFollow'>,
  clock: Clock,
): OlderTasks {
  const followed = new Set<TaskEntry>();
  let doneAtOnce = 0;
  const shown = (entry: TaskEntry): JsonObject => olderTask(entry, board.pollIntervalMs);

  /** Tells the assistant of each change, and puts each question to its person once. */
  function follow(entry: TaskEntry, assistant: OlderAssistant): void {
    if (followed.has(entry) || isEnded(entry)) return;
    followed.add(entry);
    const asked = new Map<string, AbortController>();
    const over = new AbortController();
    const look = (): void => {
      assistant.send(STATUS, shown(entry));
      if (isEnded(entry)) {
        over.abort();
        followed.delete(entry);
      } else void askQuestions(board, entry, { assistant, asked, signal: over.signal });
    };
    board.listen(entry, look, over.signal);
    void askQuestions(board, entry, { assistant, asked, signal: over.signal });
  }

  async function act(
    method: string,
    entry: TaskEntry,
    assistant: OlderAssistant,
  ): Promise<TaskOutcome> {
    await board.known(entry);
    if (entry.isGone) return { error: unknownTask() };
    follow(entry, assistant);
    if (method === TASK_METHODS.cancel) return cancelled(board, entry, assistant);
    if (method === TASK_METHODS.get) return { result: shown(entry) };
    await board.ended(entry, assistant.caller.signal);
    return resultOf(board, entry);
  }

  return {
    async respond(method, params, assistant) {
      if (!METHODS.includes(method)) return undefined;
      return await aboutTask(board, params['taskId'], (entry) => act(method, entry, assistant));
    },
    async handleFor(operation, result, assistant) {
      const now = clock.now();
      const name = taskNameOf({ name: operation, isRead: false }, result, now);
      if (name !== undefined && canFollow(name.kind)) {
        const entry = await board.add(name, result);
        follow(entry, assistant);
        return { task: shown(entry) };
      }
      doneAtOnce += 1;
      const id = `done-${doneAtOnce}`;
      const done = { operation, kind: 'command', id, createdMs: now } as const;
      const state = {
        status: 'completed',
        statusMessage: endedAtOnce(result),
        result: endedResult(result, result['isError'] === true),
      } as const;
      return { task: shown(await board.add(done, result, state)) };
    },
  };
}

/** It may have been refused or lost, and work that is not followed may go on: only its result says so. */
function endedAtOnce({ isError, structuredContent }: ToolResult): string {
  if (isError === true) return 'It ended at once with an error: the result says what happened.';
  return membersOf(structuredContent)['pending'] === true
    ? 'Its work is on its way and is not followed here: the result says how to look it up.'
    : 'It was done at once.';
}

async function cancelled(
  board: TaskBoard,
  entry: TaskEntry,
  { caller }: OlderAssistant,
): Promise<TaskOutcome> {
  if (isEnded(entry)) return { error: invalidTaskParams('The task has ended already.') };
  const error = await cancelTask(board, entry, caller);
  if (error !== undefined) return { error };
  if (!entry.isCancelling) {
    const message = `The task goes on: ${entry.note ?? 'it was not cancelled'}`;
    return { error: { code: -32603, message } };
  }
  // This generation counts it as cancelled from now on, whatever becomes of the job.
  entry.state = { status: 'cancelled', statusMessage: 'it is being cancelled' };
  entry.note = undefined;
  board.changed(entry);
  return { result: olderTask(entry, board.pollIntervalMs) };
}

async function resultOf(board: TaskBoard, entry: TaskEntry): Promise<TaskOutcome> {
  const state = await board.known(entry);
  if (entry.isGone) return { error: unknownTask() };
  if (state?.status === 'completed') return { result: relatedTo(entry, state.result) };
  // Its job may have ended before the cancellation reached it.
  const message = `The task was cancelled and has no result: get_job with the job ${JSON.stringify(entry.name.id)} says how its work ended.`;
  return { error: { code: -32603, message } };
}

interface QuestionsToAsk {
  readonly assistant: OlderAssistant;
  /** What ends each form that was put and whose question was open when it was last looked at. */
  readonly asked: Map<string, AbortController>;
  readonly signal: AbortSignal;
}

async function askQuestions(
  board: TaskBoard,
  entry: TaskEntry,
  { asked, assistant, signal }: QuestionsToAsk,
): Promise<void> {
  const { state } = entry;
  const requests = state?.status === 'input_required' ? state.inputRequests : {};
  withdrawOthers(asked, requests);
  if (assistant.ask === undefined) return;
  for (const [key, request] of Object.entries(requests)) {
    if (asked.has(key)) continue;
    const over = new AbortController();
    asked.set(key, over);
    const { params } = request as { readonly params: JsonObject };
    const ended = AbortSignal.any([signal, over.signal]);
    const response = await assistant.ask(relatedTo(entry, params), ended);
    if (response === undefined) continue;
    const caller = { ...assistant.caller, signal };
    await answerTask(board, entry, { caller, responses: { [key]: response } });
  }
}

/** A question that is not open any more: nobody is left to answer it, and a machine may ask without end. */
function withdrawOthers(asked: QuestionsToAsk['asked'], requests: JsonObject): void {
  for (const [key, over] of asked) {
    if (Object.hasOwn(requests, key)) continue;
    asked.delete(key);
    over.abort();
  }
}
