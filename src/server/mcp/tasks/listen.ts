import { membersOf } from '../../../base/json/object.ts';
import {
  invalidTaskParams,
  missingTasksCapability,
  type TaskError,
} from '../../../contract/task/extension.ts';
import type { McpMessage } from '../tool-arguments.ts';
import type { HostedTasks, TaskClient } from './hosted-tasks.ts';
import { taskEvents } from './task-events.ts';

/** Far more than one caller may wait for at once; each id costs time, also one of no task. */
const LISTENED_MAX = 1000;

/** Whether a message listens to tasks: the SDK knows the method, and nothing of these ids. */
export function isTaskListening({ body, params }: McpMessage): boolean {
  const wanted = membersOf(params['notifications']);
  return membersOf(body)['method'] === 'subscriptions/listen' && Object.hasOwn(wanted, 'taskIds');
}

/**
 * Responds to a listening for tasks that the SDK found right in all else: a stream of each change of
 * those that there are of them (extension, "Task Status Notifications").
 */
export function listenToTasks(
  tasks: HostedTasks,
  request: TaskClient,
  { body, knowsTasks, params }: McpMessage,
): Response {
  const { id } = membersOf(body);
  if (!knowsTasks) return errorResponse(id, missingTasksCapability(), 400);
  const { taskIds } = membersOf(params['notifications']);
  if (!isTexts(taskIds) || taskIds.length > LISTENED_MAX) {
    const message = `\`notifications.taskIds\` must be a list of at most ${LISTENED_MAX} ids of tasks.`;
    return errorResponse(id, invalidTaskParams(message), 200);
  }
  const call = tasks.callFor(request);
  const find = (taskId: string) => tasks.find(call, taskId);
  return eventStream(taskEvents(call, { id, taskIds: new Set(taskIds), find }));
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function errorResponse(id: unknown, error: TaskError, status: number): Response {
  return Response.json({ jsonrpc: '2.0', id, error }, { status });
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** Makes each event when the one before it was taken, so that a slow reader keeps nothing here. */
function eventStream(events: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await events.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await events.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, { status: 200, headers: STREAM_HEADERS });
}
