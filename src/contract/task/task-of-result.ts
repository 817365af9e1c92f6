import { type JsonObject, membersOf } from '../../base/json/object.ts';
import { outcomeOfJob } from '../outcome.ts';
import { targetOf } from '../pending-target.ts';
import { memberOf, recordIn, textOf } from '../response-member.ts';
import { commandMessage, jobMessage } from './status-message.ts';
import type { TaskName } from './task-id.ts';
import { type JobTaskOptions, jobTaskState, type TaskState } from './task-record.ts';

/**
 * What the task of a call would follow: the job or command of a result that is still on its way, or
 * the job of an action that asks a person. Undefined for any other result, which stays as it is.
 */
export function taskNameOf(
  { isRead, name: operation }: { readonly name: string; readonly isRead: boolean },
  result: JsonObject,
  now: number,
): TaskName | undefined {
  const { isError, structuredContent } = result;
  if (isError === true) return undefined;
  if (membersOf(structuredContent)['pending'] === true) {
    const target = targetOf(operation, structuredContent);
    if (target === undefined || target.kind === 'unknown') return undefined;
    return { operation, kind: target.kind, id: target.id, createdMs: now };
  }
  // Who reads a job that asks wants the job.
  const asking = isRead ? undefined : askingJob(structuredContent);
  return asking === undefined ? undefined : { operation, kind: 'job', id: asking, createdMs: now };
}

/** The id of a job in a result that waits for a person; undefined where there is none. */
export function askingJob(structuredContent: unknown): string | undefined {
  const job = recordIn(structuredContent, 'job');
  // Other records have a state too: a job is told by its question or its way of having begun.
  const isJob = memberOf(job, 'question') !== undefined || memberOf(job, 'trigger') !== undefined;
  if (!isJob || textOf(job, 'state') === undefined) return undefined;
  return outcomeOfJob(job) === 'person_needed' ? textOf(job, 'id') : undefined;
}

/** The state of a task that was just made of a call's result: on its way, or asking a person. */
export function firstState(
  { kind }: Pick<TaskName, 'kind'>,
  result: JsonObject,
  options: JobTaskOptions,
): TaskState {
  const record = recordIn(result['structuredContent'], kind);
  const isPending = memberOf(result['structuredContent'], 'pending') === true;
  if (!isPending) return jobTaskState(record, result, options);
  const describe = kind === 'job' ? jobMessage : commandMessage;
  return { status: 'working', statusMessage: describe(record, options.clean) };
}
