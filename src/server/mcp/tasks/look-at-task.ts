import { recordIn } from '../../../contract/response-member.ts';
import { pollIntervalMs } from '../../../contract/task/poll-interval.ts';
import {
  changedAt,
  commandTaskState,
  endedResult,
  type JobTaskOptions,
  jobTaskState,
  openQuestion,
  type TaskState,
} from '../../../contract/task/task-record.ts';
import { parseId } from '../../database/row-id.ts';
import { problemOf } from '../../http/problem.ts';
import { isQuestionClosed } from '../../jobs/closed-questions.ts';
import { keptDays } from '../../organisation/keep-rule.ts';
import { findOrganisation } from '../../organisation/organisation-queries.ts';
import { Refusal } from '../../refusal.ts';
import { resultOf } from '../tool-result.ts';
import { cleanLine } from './clean-line.ts';
import { type NamedTask, runForTask, type TaskCall } from './task-call.ts';

/** A task as it stands now. */
export interface SeenTask extends NamedTask {
  /** The job or command, as the look-up of it gives it. */
  readonly record: unknown;
  readonly state: TaskState;
}

/**
 * Looks up the job or command of a task by the operation that a caller would use. Undefined where it
 * is gone. Throws `Refusal` `unavailable` while the database is away.
 */
export async function lookAtTask(call: TaskCall, task: NamedTask): Promise<SeenTask | undefined> {
  const { id, kind } = task.name;
  try {
    const body =
      kind === 'job'
        ? await runForTask(call, 'get_job', { job: id })
        : await runForTask(call, 'get_command', { command: id });
    const record = recordIn(body, kind);
    return { ...task, record, state: await stateOf(call, task, { body, record }) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    if (error.code === 'unknown_job' || error.code === 'unknown_command') return undefined;
    return { ...task, record: undefined, state: refusedState(call, error) };
  }
}

/** What a state depends on beside the job, where none of its questions is closed. */
export function stateOptions({ canAnswer }: TaskCall, { mac }: Pick<NamedTask, 'mac'>) {
  return {
    mac,
    canAnswer,
    clean: cleanLine,
    takesSeveral: true,
    isClosed: () => false,
  } satisfies JobTaskOptions;
}

async function stateOf(
  call: TaskCall,
  task: NamedTask,
  { body, record }: { readonly body: Readonly<Record<string, unknown>>; readonly record: unknown },
): Promise<TaskState> {
  const result = { ...resultOf(body, false) };
  const { kind, operation } = task.name;
  if (kind === 'command') return commandTaskState(record, result, { clean: cleanLine, operation });
  const open = openQuestion(record, task.mac);
  const isClosed = open !== undefined && (await isClosedNow(call, task, open.key));
  return jobTaskState(record, result, { ...stateOptions(call, task), isClosed: () => isClosed });
}

async function isClosedNow(
  { caller: { organisation }, service }: TaskCall,
  { name }: NamedTask,
  key: string,
): Promise<boolean> {
  const id = parseId('job', name.id);
  if (id === undefined) return false;
  return service.store.read((db) => isQuestionClosed(db, { organisation, id }, key));
}

/** What the caller may not see ends the task with the refusal; what was begun goes on. */
function refusedState({ requestId, service }: TaskCall, refusal: Refusal): TaskState {
  const problem = problemOf(refusal, requestId, service.baseUrl());
  const statusMessage = 'The service does not show it; what was begun goes on.';
  return {
    status: 'completed',
    statusMessage,
    result: endedResult({ ...resultOf({ ...problem }, true) }, true),
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A task as `tasks/get` and `notifications/tasks` show it (extension, "Tasks"). */
export async function shownTask(call: TaskCall, { name, record, state, taskId }: SeenTask) {
  const createdAt = new Date(name.createdMs).toISOString();
  const lastUpdatedAt = changedAt(record) ?? createdAt;
  return {
    taskId,
    ...state,
    createdAt,
    lastUpdatedAt,
    ttlMs: isEnded(state) ? await keptMs(call, Date.parse(lastUpdatedAt) - name.createdMs) : null,
    pollIntervalMs: pollIntervalMs(LOOKS_OF_ONE),
  };
}

/** Every task is looked up by itself here; how many a client follows is known to it alone. */
const LOOKS_OF_ONE = 4;

/** Whether nothing about a task can change any more. */
export function isEnded({ status }: TaskState): boolean {
  return status === 'completed' || status === 'cancelled';
}

/** From its beginning on; null where the organisation keeps its history for ever. What goes on stays. */
async function keptMs(
  { caller: { organisation }, service }: TaskCall,
  tookMs: number,
): Promise<number | null> {
  const row = await service.store.read((db) => findOrganisation(db, organisation));
  const days = row === undefined ? null : keptDays(row, 'jobs');
  return days === null ? null : Math.max(0, tookMs) + days * DAY_MS;
}
