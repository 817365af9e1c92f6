import { memberOf, textOf } from '../../../contract/response-member.ts';
import type { TaskError } from '../../../contract/task/extension.ts';
import { isEnded, lookAtTask, type SeenTask } from './look-at-task.ts';
import { refusedAct, runForTask, type TaskCall } from './task-call.ts';

const UNDER_WAY: ReadonlySet<string> = new Set(['pending', 'delivered']);

/**
 * Cancels the job of a task as a call of cancel_job does, once. A command goes on, and what has ended
 * stays as it is; both are acknowledged (extension, "Task Cancellation"). Gives the error where the
 * service refuses it.
 */
export async function cancelTask(call: TaskCall, seen: SeenTask): Promise<TaskError | undefined> {
  const { name, record, state } = seen;
  if (name.kind === 'command' || isEnded(state) || isBeingCancelled(record)) return undefined;
  try {
    await runForTask(call, 'cancel_job', { job: name.id });
    return undefined;
  } catch (error) {
    const now = await lookAtTask(call, seen).catch(() => seen);
    return now === undefined || isEnded(now.state)
      ? undefined
      : refusedAct('cancel', error, call, seen);
  }
}

function isBeingCancelled(job: unknown): boolean {
  const commands = memberOf(job, 'commands');
  return (Array.isArray(commands) ? commands : []).some(
    (command) =>
      textOf(command, 'type') === 'job.cancel' && UNDER_WAY.has(textOf(command, 'status') ?? ''),
  );
}
