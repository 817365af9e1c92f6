import type { JsonObject } from '../../../base/json/object.ts';
import { scopeAllows } from '../../../contract/scope.ts';
import {
  declaresTasks,
  missingTasksCapability,
  TASK_METHODS,
  type TaskError,
  unknownTask,
} from '../../../contract/task/extension.ts';
import { responsesIn } from '../../../contract/task/form-answer.ts';
import { supportsElicitation } from '../../../contract/task/question-form.ts';
import { parseTaskId, printTaskId } from '../../../contract/task/task-id.ts';
import { firstState, taskNameOf } from '../../../contract/task/task-of-result.ts';
import type { Call, Operation } from '../../catalogue/operation.ts';
import type { Service } from '../../service.ts';
import { answerTask } from './answer-task.ts';
import { cancelTask } from './cancel-task.ts';
import { lookAtTask, type SeenTask, shownTask, stateOptions } from './look-at-task.ts';
import { type NamedTask, refusedTask, type TaskCall } from './task-call.ts';
import { createTaskMacs } from './task-macs.ts';

/** A request about a task, or a call that may become one. */
export interface TaskClient {
  readonly call: Call;
  /** Those that the client declared with it. */
  readonly capabilities: JsonObject;
}

type MethodOutcome = { readonly result: JsonObject } | { readonly error: TaskError };

/**
 * Jobs and commands as tasks of MCP. Nothing of a task is kept but what its person decided, so that
 * any process resolves it, whenever it was started (MCP, "Tasks" extension).
 */
export interface HostedTasks {
  /** The handle in the place of a result that is on its way, where the client declared tasks with the call. */
  handleFor(request: TaskClient, name: string, result: JsonObject): Promise<JsonObject>;
  /** Responds to a method of the extension. */
  respond(request: TaskClient, method: string, params: JsonObject): Promise<MethodOutcome>;
  /** The caller with what it can do for a task. */
  callFor(request: TaskClient): TaskCall;
  /** The task that an id names to this caller; undefined for any other text. */
  find(call: TaskCall, taskId: unknown): Promise<NamedTask | undefined>;
}

/** Makes the tasks of one process. */
export function createHostedTasks(
  service: Service,
  findOperation: (name: string) => Operation,
): HostedTasks {
  const macs = createTaskMacs(service.store);

  function callFor({ call, capabilities }: TaskClient): TaskCall {
    const isAllowed = scopeAllows(call.caller.scope, findOperation('answer_job').scope);
    return {
      ...call,
      findOperation,
      canAnswer: isAllowed && supportsElicitation(capabilities),
    };
  }

  async function find(call: TaskCall, taskId: unknown): Promise<NamedTask | undefined> {
    const mac = await macs(call.caller);
    const name = parseTaskId(taskId, mac);
    return name === undefined ? undefined : { taskId: String(taskId), name, mac };
  }

  return {
    callFor,
    find,
    async handleFor(request, operation, result) {
      if (!declaresTasks(request.capabilities) || result['isError'] === true) return result;
      const {
        caller,
        service: { clock },
      } = request.call;
      const isRead = findOperation(operation).class === 'read';
      const name = taskNameOf({ name: operation, isRead }, result, clock.now());
      if (name === undefined) return result;
      const mac = await macs(caller);
      const call = callFor(request);
      const task = { taskId: printTaskId(name, mac), name, mac };
      const state = firstState(name, result, stateOptions(call, task));
      const shown = await shownTask(call, { ...task, record: undefined, state });
      // What a task asks is in its own response, not in the handle.
      const { inputRequests: _, ...handle } = shown as JsonObject;
      return { ...handle, resultType: 'task' };
    },
    async respond(request, method, params) {
      if (!declaresTasks(request.capabilities)) return { error: missingTasksCapability() };
      const call = callFor(request);
      try {
        const task = await find(call, params['taskId']);
        const seen = task === undefined ? undefined : await lookAtTask(call, task);
        if (seen === undefined) return { error: unknownTask() };
        if (method === TASK_METHODS.get) return { result: { ...(await shownTask(call, seen)) } };
        const error = await changeTask(call, seen, { method, params });
        return error === undefined ? { result: {} } : { error };
      } catch (error) {
        return { error: refusedTask(error, call) };
      }
    },
  };
}

/** Cancels a task, or takes the responses to what it asks; gives an error where nothing was done. */
async function changeTask(
  call: TaskCall,
  seen: SeenTask,
  { method, params }: { readonly method: string; readonly params: JsonObject },
): Promise<TaskError | undefined> {
  if (method === TASK_METHODS.cancel) return cancelTask(call, seen);
  const read = responsesIn(params);
  return 'error' in read ? read.error : answerTask(call, seen, read.responses);
}
