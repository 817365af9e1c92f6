import type { JsonObject } from '../../../base/json/object.ts';
import type { TaskError } from '../../../contract/task/extension.ts';
import { lostAct, type TaskAct } from '../../../contract/task/lost-act.ts';
import type { Mac, TaskName } from '../../../contract/task/task-id.ts';
import { executeAdmitted } from '../../catalogue/execute.ts';
import type { Call, Operation } from '../../catalogue/operation.ts';
import { problemOf, refusalOf } from '../../http/problem.ts';

/** A request about tasks, of a caller that was let in. */
export interface TaskCall extends Call {
  /** The operation of this name. Throws `unknown_tool`. */
  readonly findOperation: (name: string) => Operation;
  /** Whether this client can put the question of a job to a person, and its key answer it. */
  readonly canAnswer: boolean;
}

/** A task by the id that a client sent, which was made for this caller. */
export interface NamedTask {
  readonly taskId: string;
  readonly name: TaskName;
  readonly mac: Mac;
}

/** Runs an operation for a task as the caller would: by its scope, and audited. Throws `Refusal`. */
export async function runForTask(
  call: TaskCall,
  name: string,
  input: JsonObject,
): Promise<JsonObject> {
  const readInput = async () => input;
  return (await executeAdmitted(call, call.findOperation(name), { readInput })).body;
}

const INTERNAL = -32603;

/** The error of JSON-RPC for what an operation refused, with its problem. */
export function refusedTask(error: unknown, { requestId, service }: TaskCall): TaskError {
  const refusal = refusalOf(error);
  const problem = problemOf(refusal, requestId, service.baseUrl());
  return { code: INTERNAL, message: refusal.message, data: { ...problem } };
}

/** The same for an answer or a cancellation, which may have arrived where the service failed. */
export function refusedAct(
  act: TaskAct,
  error: unknown,
  call: TaskCall,
  { name }: NamedTask,
): TaskError {
  const refused = refusedTask(error, call);
  return refusalOf(error).status < 500
    ? refused
    : lostAct(act, name.id, refused.message, refused.data);
}
