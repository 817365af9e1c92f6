import { membersOf } from '../../base/json/object.ts';
import { outcomeOfJob } from '../../contract/outcome.ts';
import { targetOf } from '../../contract/pending-target.ts';
import { memberOf, recordIn, textOf } from '../../contract/response-member.ts';
import type { TaskName } from '../../contract/task/task-id.ts';
import type { ToolResult } from '../tools/tool-call.ts';

/**
 * What the task of a call would follow: the job or command of a result that is still on its way, or
 * the job of an action that asks a person. Undefined for any other result, which stays as it is.
 */
export function taskNameOf(
  { isRead, name: operation }: { readonly name: string; readonly isRead: boolean },
  result: ToolResult,
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
