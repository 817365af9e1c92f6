import type { JsonObject } from '../../base/json/object.ts';
import {
  declaresTasks,
  missingTasksCapability,
  TASK_METHODS,
  TASK_NOTIFICATION,
  unknownTask,
} from '../../contract/task/extension.ts';
import { responsesIn } from '../../contract/task/form-answer.ts';
import { supportsElicitation } from '../../contract/task/question-form.ts';
import { taskNameOf } from '../../contract/task/task-of-result.ts';
import type { JobTaskOptions } from '../../contract/task/task-record.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import type { RpcError } from '../json-rpc.ts';
import { unclearResult } from '../tools/error-result.ts';
import type { CallContext, ToolResult } from '../tools/tool-call.ts';
import { classOfTool } from '../tools/tool-class.ts';
import { answerTask } from './answer-task.ts';
import type { TaskCaller } from './call-for-task.ts';
import { answerCancellation, cancelTask } from './cancel-task.ts';
import { canBeHosted } from './hosted-task.ts';
import type { QuestionsToAsk } from './older-questions.ts';
import { followsAnother } from './put-forms.ts';
import { shownTask } from './shown-task.ts';
import { TaskBoard } from './task-board.ts';
import type { TaskEntry } from './task-entry.ts';
import { createTaskIds } from './task-ids.ts';
import { aboutTask, type TaskOutcome } from './task-outcome.ts';

/** A request about a task. */
interface TaskRequest {
  readonly params: JsonObject;
  /** The capabilities that came with it. */
  readonly capabilities: JsonObject;
  readonly caller: TaskCaller;
}

/** The tasks of one process (MCP, "Tasks" extension). */
export interface Tasks {
  readonly board: TaskBoard;
  /** Whether the tool is offered that looks such a thing up. */
  canFollow(kind: 'job' | 'command'): boolean;
  /** Whether questions of jobs are put to the person, and the tool is offered that answers a job. */
  canAnswer(): boolean;
  /** Responds to a method of the extension; undefined for any other method. */
  respond(method: string, request: TaskRequest): Promise<TaskOutcome | undefined>;
  /** The handle in the place of a result that is on its way, for a client that declares tasks with this call. */
  handleFor(name: string, result: ToolResult, capabilities: JsonObject): Promise<ToolResult>;
  /**
   * Gives the ids of those tasks that there are; after `begin` each is sent as it is known, and on
   * every change until the signal aborts.
   */
  listen(
    taskIds: unknown,
    listener: TaskListener,
  ): Promise<
    | { readonly taskIds: readonly string[]; readonly begin: () => void }
    | { readonly error: RpcError }
  >;
}

interface TaskListener {
  readonly capabilities: JsonObject;
  readonly signal: AbortSignal;
  readonly send: (method: string, params: JsonObject) => void;
}

const NO_ID = {
  code: 'no_task_id',
  title: 'The service made a task without an id that can be used',
};

const METHODS: readonly string[] = Object.values(TASK_METHODS);

interface TasksOptions extends CallContext {
  /** Lets the program not end before an answer is handed on. */
  readonly inFlight: Pick<QuestionsToAsk, 'hold'>;
}

/** Makes the tasks of one process. */
export function createTasks(context: TasksOptions): Tasks {
  const { clock, filter, hosted, inFlight, maxWaitSeconds, questions, tools } = context;
  const isOffered = (name: string): boolean =>
    filter(name, classOfTool(name, tools.known(name))) === undefined;
  const canAnswer = (): boolean => questions !== 'never' && isOffered('answer_job');
  const canFollow = (kind: 'job' | 'command'): boolean =>
    isOffered(kind === 'job' ? 'get_job' : 'get_command');
  const board = new TaskBoard({
    clock,
    hosted,
    tools,
    maxWaitSeconds,
    ids: createTaskIds(hosted),
    canFollow,
    stateOptions: (entry) => stateOptionsOf(entry, canAnswer()),
  });

  function shown(entry: TaskEntry, capabilities: JsonObject): JsonObject {
    const canAsk = supportsElicitation(capabilities);
    return { ...shownTask(entry, { canAsk, pollIntervalMs: board.pollIntervalMs }) };
  }

  return {
    board,
    canAnswer,
    canFollow,
    async respond(method, request) {
      if (!METHODS.includes(method)) return undefined;
      const { capabilities, params } = request;
      if (!declaresTasks(capabilities)) return { error: missingTasksCapability() };
      const outcome = aboutTask(board, params['taskId'], async (entry) => {
        if (method !== TASK_METHODS.get) return changeTask(board, entry, { ...request, method });
        await board.known(entry);
        return entry.isGone ? { error: unknownTask() } : { result: shown(entry, capabilities) };
      });
      return await (method === TASK_METHODS.get ? outcome : inFlight.hold(outcome));
    },
    async handleFor(name, result, capabilities) {
      const isRead = classOfTool(name, tools.known(name)) === 'read';
      const call = { name, isRead, now: clock.now() };
      const entry = await entryFor(result, call, { board, canFollow });
      if (entry === undefined) {
        return result['resultType'] === 'task' ? unclearResult(NO_ID, { acts: !isRead }) : result;
      }
      // What a task asks is in its own response, not in the handle.
      const { inputRequests: _, ...handle } = shown(entry, capabilities);
      return { ...handle, resultType: 'task' };
    },
    async listen(taskIds, { capabilities, send, signal }) {
      if (taskIds === undefined) return { taskIds: [], begin: () => {} };
      if (!declaresTasks(capabilities)) return { error: missingTasksCapability() };
      const entries = await knownEntries(board, taskIds);
      const tell = (entry: TaskEntry) => {
        if (!entry.isGone) send(TASK_NOTIFICATION, shown(entry, capabilities));
      };
      const begin = (): void => {
        for (const entry of entries) {
          if (entry.state !== undefined) tell(entry);
          board.listen(entry, () => tell(entry), signal);
        }
      };
      return { taskIds: entries.map(({ taskId }) => taskId), begin };
    },
  };
}

function stateOptionsOf(entry: TaskEntry, canAnswer: boolean): JobTaskOptions {
  return {
    mac: entry.mac,
    clean: sanitiseLine,
    takesSeveral: true,
    canAnswer,
    isClosed: (key) => entry.closedKeys.has(key),
    followsAnother: (key) => followsAnother(entry.forms, key),
  };
}

/** The task in the place of a result: the endpoint's own, or one of what is on its way. */
async function entryFor(
  result: ToolResult,
  { now, ...call }: { readonly name: string; readonly isRead: boolean; readonly now: number },
  { board, canFollow }: Pick<Tasks, 'board' | 'canFollow'>,
): Promise<TaskEntry | undefined> {
  const { resultType, taskId } = result;
  if (resultType === 'task') {
    return canBeHosted(taskId) ? board.addHosted({ ...result, taskId }) : undefined;
  }
  const followed = taskNameOf(call, result, now);
  if (followed === undefined || !canFollow(followed.kind)) return undefined;
  return board.add(followed, result);
}

/** Each task once; ids that name none are left out. */
async function knownEntries(board: TaskBoard, taskIds: unknown): Promise<readonly TaskEntry[]> {
  const wanted: readonly unknown[] = Array.isArray(taskIds) ? taskIds : [];
  const found = await Promise.all(wanted.map((id) => board.find(id).catch(() => undefined)));
  return [...new Set(found.filter((entry) => entry !== undefined))];
}

/** Updates or cancels a task. */
async function changeTask(
  board: TaskBoard,
  entry: TaskEntry,
  { caller, method, params }: TaskRequest & { readonly method: string },
): Promise<TaskOutcome> {
  if (method === TASK_METHODS.cancel) return acknowledged(await cancelTask(board, entry, caller));
  const read = responsesIn(params);
  if ('error' in read) return read;
  const update = { caller, ...read };
  const error = await answerCancellation(board, entry, update);
  return acknowledged(error ?? (await answerTask(board, entry, update)));
}

function acknowledged(error: RpcError | undefined): TaskOutcome {
  return error === undefined ? { result: {} } : { error };
}
