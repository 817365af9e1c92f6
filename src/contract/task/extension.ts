import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';

/** The Tasks extension of MCP 2026-07-28 (SEP-2663), by which a call gives a handle instead of its result. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** The methods of the extension ("Supported Methods" and below). */
export const TASK_METHODS = {
  get: 'tasks/get',
  update: 'tasks/update',
  cancel: 'tasks/cancel',
} as const;

export const TASK_NOTIFICATION = 'notifications/tasks';

/** An error of JSON-RPC. */
export interface TaskError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonObject;
}

const INVALID_PARAMS = -32602;
const MISSING_CAPABILITY = -32021;

/** Whether a client says with these capabilities that it knows tasks; its entry has no settings. */
export function declaresTasks(capabilities: unknown): boolean {
  const entry = membersOf(membersOf(capabilities)['extensions'])[TASKS_EXTENSION];
  return isObject(entry) && Object.keys(entry).length === 0;
}

/** For an id that is malformed, forged, another key's or of a job that is gone: they are told alike. */
export function unknownTask(): TaskError {
  return {
    code: INVALID_PARAMS,
    message: 'Task not found: `taskId` names no task of this key that is still kept.',
  };
}

/** For parameters of a method of the extension that cannot be used. */
export function invalidTaskParams(message: string): TaskError {
  return { code: INVALID_PARAMS, message };
}

/** For a client that has not declared the extension with this request. */
export function missingTasksCapability(): TaskError {
  return {
    code: MISSING_CAPABILITY,
    message: 'Missing required client capability',
    data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
  };
}
