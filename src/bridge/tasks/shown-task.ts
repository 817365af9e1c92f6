import type { JsonObject } from '../../base/json/object.ts';
import { recordIn } from '../../contract/response-member.ts';
import { lostAnswerIn } from '../../contract/task/lost-answer.ts';
import { commandMessage } from '../../contract/task/status-message.ts';
import { answeredElsewhere, type TaskState } from '../../contract/task/task-record.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { isDropped } from './kept-tasks.ts';
import { afterLostAnswer, afterRefusedAnswer, tooLate } from './question-note.ts';
import type { TaskEntry } from './task-entry.ts';

/** Who is shown a task. */
interface TaskViewer {
  /** Whether it can put a form to its person. */
  readonly canAsk: boolean;
  readonly pollIntervalMs: number;
}

/** The members of a task but for those of its state (extension, "Tasks"). */
interface ShownTask {
  readonly taskId: string;
  readonly status: TaskState['status'];
  readonly statusMessage: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** No limit is known: the specification shows none, and what a service keeps is its own affair. */
  readonly ttlMs: null;
  readonly pollIntervalMs: number;
  readonly inputRequests?: JsonObject;
  readonly result?: JsonObject;
}

const NOT_SEEN: TaskState = { status: 'working', statusMessage: 'It is being looked up.' };

/** A task as `tasks/get` and `notifications/tasks` show it. */
export function shownTask(entry: TaskEntry, { canAsk, pollIntervalMs }: TaskViewer): ShownTask {
  const state = stateFor(entry, canAsk);
  const statusMessage =
    entry.note === undefined ? state.statusMessage : `${state.statusMessage}; ${entry.note}`;
  return {
    taskId: entry.taskId,
    ...state,
    statusMessage,
    createdAt: new Date(entry.name.createdMs).toISOString(),
    lastUpdatedAt: entry.changedAt,
    ttlMs: null,
    pollIntervalMs,
  };
}

/** The state with the question whether to cancel; a client that cannot ask is asked nothing. */
function stateFor(entry: TaskEntry, canAsk: boolean): TaskState {
  const { cancelQuestion, name, state = NOT_SEEN } = entry;
  // Its result is not kept and could not be looked up now.
  if (isDropped(entry)) return NOT_SEEN;
  const { status, statusMessage } = state;
  if (status === 'completed') return { ...state, result: toldResult(entry, state.result) };
  if (status === 'cancelled') return state;
  if (!canAsk) return status === 'working' ? state : answeredElsewhere(statusMessage, name.id);
  if (cancelQuestion === undefined) return state;
  const asked = status === 'input_required' ? state.inputRequests : {};
  const inputRequests = { ...asked, [cancelQuestion.key]: cancelQuestion.request };
  return { status: 'input_required', statusMessage, inputRequests };
}

/** The result of a task, which also says where an answer of the person did not reach the job. */
export function toldResult(entry: TaskEntry, result: JsonObject): JsonObject {
  const { closedKeys, isAnswerLate, refusedAnswer } = entry;
  const told = refusedAnswer === undefined ? result : afterRefusedAnswer(result, refusedAnswer);
  // The machine refuses what the service has taken: the job itself says so.
  const job = closedKeys.size > 0 ? recordIn(result['structuredContent'], 'job') : undefined;
  const lost = lostAnswerIn(job);
  const all = lost === undefined ? told : afterLostAnswer(told, commandMessage(lost, sanitiseLine));
  return isAnswerLate ? tooLate(all) : all;
}
