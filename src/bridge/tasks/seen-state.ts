import {
  commandTaskState,
  endedResult,
  type JobTaskOptions,
  jobTaskState,
  type TaskState,
} from '../../contract/task/task-record.ts';
import { hostedState } from './hosted-task.ts';
import type { Look } from './look-up.ts';
import type { TaskEntry } from './task-entry.ts';

/** A look that taught something. */
export type Learned = Exclude<Look, { readonly kind: 'away' }>;

/** The state of a task after a look; what the service refuses to show ends it with that refusal. */
export function stateOf(
  { isHosted, name }: Pick<TaskEntry, 'isHosted' | 'name'>,
  look: Exclude<Learned, { readonly kind: 'gone' }>,
  options: JobTaskOptions,
): TaskState {
  if (look.kind === 'refused') {
    const statusMessage = 'The service does not show it; what was begun goes on.';
    return { status: 'completed', statusMessage, result: endedResult(look.result, true) };
  }
  const hosted = isHosted ? hostedState(look.result, { ...options, job: name.id }) : undefined;
  if (hosted !== undefined) return hosted;
  return name.kind === 'job'
    ? jobTaskState(look.record, look.result, options)
    : commandTaskState(look.record, look.result, { ...options, operation: name.operation });
}
