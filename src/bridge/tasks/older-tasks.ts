import { type JsonObject, membersOf } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import { invalidTaskParams, TASK_METHODS, unknownTask } from '../../contract/task/extension.ts';
import { taskNameOf } from '../../contract/task/task-of-result.ts';
import { endedResult } from '../../contract/task/task-record.ts';
import type { ToolResult } from '../tools/tool-call.ts';
import { cancelTask } from './cancel-task.ts';
import {
  beginAsking,
  endAsking,
  formTurns,
  type OlderAssistant,
  type QuestionsToAsk,
  questionsToAsk,
} from './older-questions.ts';
import { olderTask, relatedTo } from './older-shape.ts';
import { NOT_ASKED } from './put-forms.ts';
import { toldResult } from './shown-task.ts';
import type { TaskBoard } from './task-board.ts';
import { endOf } from './task-end.ts';
import { isEnded, type TaskEntry } from './task-entry.ts';
import { aboutTask, type TaskOutcome } from './task-outcome.ts';
import type { Tasks } from './task-requests.ts';

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
  { clock, inFlight }: { readonly clock: Clock; readonly inFlight: Pick<QuestionsToAsk, 'hold'> },
): OlderTasks {
  const { hold } = inFlight;
  const followed = new Set<TaskEntry>();
  const turns = formTurns();
  let doneAtOnce = 0;
  const shown = (entry: TaskEntry): JsonObject => olderTask(entry, board.pollIntervalMs);

  /** Tells the assistant of each change, and puts each question to its person once. */
  function follow(entry: TaskEntry, assistant: OlderAssistant): void {
    if (followed.has(entry) || isEnded(entry)) return;
    followed.add(entry);
    const over = new AbortController();
    const { signal } = over;
    const asking = questionsToAsk({ assistant, hold, turns, signal });
    const tell = (): void => assistant.send(STATUS, shown(entry));
    const look = (): void => {
      tell();
      if (isEnded(entry)) {
        over.abort(NOT_ASKED);
        followed.delete(entry);
        endAsking(entry, asking, tell);
      } else ask();
    };
    const ask = (): void => beginAsking(board, entry, asking, tell);
    board.listen(entry, look, signal);
    ask();
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
    await endOf(board, entry, assistant.caller.signal);
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
  const state = entry.isGone ? undefined : await board.known(entry);
  if (state?.status === 'completed')
    return { result: relatedTo(entry, toldResult(entry, state.result)) };
  const { id, kind } = entry.name;
  // Its job may have ended before the cancellation reached it.
  const why = entry.isGone ? 'is not kept here any more' : 'was cancelled and has no result';
  const message = `The task ${why}: get_${kind} with the ${kind} ${JSON.stringify(id)} says how its work ended.`;
  return { error: { code: -32603, message } };
}
