import { memberOf, recordIn } from '../../contract/response-member.ts';
import { commandMessage, jobMessage } from '../../contract/task/status-message.ts';
import type { TaskName } from '../../contract/task/task-id.ts';
import {
  commandTaskState,
  endedResult,
  type JobTaskOptions,
  jobTaskState,
  type TaskState,
} from '../../contract/task/task-record.ts';
import type { ToolResult } from '../tools/tool-call.ts';
import type { Look } from './look-up.ts';
import type { TaskEntry } from './task-entry.ts';

/** A look that taught something. */
export type Learned = Exclude<Look, { readonly kind: 'away' }>;

/** The state of a task after a look; what the service refuses to show ends it with that refusal. */
export function stateOf(
  { name }: Pick<TaskEntry, 'name'>,
  look: Exclude<Learned, { readonly kind: 'gone' }>,
  options: JobTaskOptions,
): TaskState {
  if (look.kind === 'refused') {
    const statusMessage = 'The service does not show it; what was begun goes on.';
    return { status: 'completed', statusMessage, result: endedResult(look.result, true) };
  }
  return name.kind === 'job'
    ? jobTaskState(look.record, look.result, options)
    : commandTaskState(look.record, look.result, options.clean);
}

/** The state of a task that was just made of a call's result: on its way, or asking a person. */
export function firstState(
  { kind }: Pick<TaskName, 'kind'>,
  result: ToolResult,
  options: JobTaskOptions,
): TaskState {
  const record = recordIn(result['structuredContent'], kind);
  const isPending = memberOf(result['structuredContent'], 'pending') === true;
  if (!isPending) return jobTaskState(record, result, options);
  const describe = kind === 'job' ? jobMessage : commandMessage;
  return { status: 'working', statusMessage: describe(record, options.clean) };
}
