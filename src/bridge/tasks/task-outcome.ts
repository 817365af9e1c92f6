import type { JsonObject } from '../../base/json/object.ts';
import { Failure } from '../../contract/failure.ts';
import { unknownTask } from '../../contract/task/extension.ts';
import type { RpcError } from '../json-rpc.ts';
import type { TaskBoard } from './task-board.ts';
import type { TaskEntry } from './task-entry.ts';

/** The response to a request about a task. */
export type TaskOutcome = { readonly result: JsonObject } | { readonly error: RpcError };

/** Does something about the task of an id; an unknown one, and a bridge without a key, is an error. */
export async function aboutTask(
  board: TaskBoard,
  taskId: unknown,
  act: (entry: TaskEntry) => Promise<TaskOutcome>,
): Promise<TaskOutcome> {
  try {
    const entry = await board.find(taskId);
    return entry === undefined ? { error: unknownTask() } : await act(entry);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { error: { code: -32603, message: error.facts.title } };
  }
}
