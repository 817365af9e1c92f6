import type { JsonObject } from '../../../base/json/object.ts';
import { TASK_NOTIFICATION } from '../../../contract/task/extension.ts';
import { SERVER_STOPS } from '../../http/open-requests.ts';
import { unlessUnavailable, wakeOrTime } from '../../long-poll/long-poll.ts';
import { SERVER_INFO } from '../server-info.ts';
import { isEnded, lookAtTask, shownTask } from './look-at-task.ts';
import type { NamedTask, TaskCall } from './task-call.ts';
import { type TaskWatch, watchTasks } from './task-watch.ts';

/** What is listened to. */
interface TaskSubscription {
  /** Of the request, which is the id of the subscription. */
  readonly id: unknown;
  readonly taskIds: ReadonlySet<string>;
  readonly find: (taskId: string) => Promise<NamedTask | undefined>;
}

/** A task that is listened to, and how its client knows it. */
interface ListenedTask extends NamedTask {
  shown: string;
  isOver: boolean;
  /** It is not looked at again sooner. */
  lookAtMs: number;
}

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const SERVER = 'io.modelcontextprotocol/serverInfo';
/** Proxies cut a connection on which nothing comes for a minute; a lost wake is made good then too. */
const QUIET_MS = 15_000;
const AGAIN_MS = 1000;

/**
 * The events of a subscription to tasks: which of them there are, each as `tasks/get` shows it, and
 * again on each change, at most once a second. It ends when all have ended, and like every held
 * request after the longest hold: who is let in then listens anew.
 */
export async function* taskEvents(
  call: TaskCall,
  listening: TaskSubscription,
): AsyncGenerator<string> {
  const { clock, settings } = call.service;
  const _meta = { [SUBSCRIPTION]: listening.id };
  const watch = watchTasks(call);
  try {
    const tasks = await listenedTasks(watch, listening);
    const notifications = tasks.length > 0 ? { taskIds: tasks.map(({ taskId }) => taskId) } : {};
    const acknowledged = 'notifications/subscriptions/acknowledged';
    yield event({ method: acknowledged, params: { _meta, notifications } });
    const beganAt = clock.now();
    const deadline = beganAt + settings.maxHoldSeconds * 1000;
    let quietUntil = clock.now() + QUIET_MS;
    for (;;) {
      const wake = watch.nextNews();
      for (const task of tasks.filter((each) => isDue(watch, each, clock.now()))) {
        const params = await newsOf(call, watch, task);
        if (params === undefined) continue;
        yield event({ method: TASK_NOTIFICATION, params: { ...params, _meta } });
        quietUntil = clock.now() + QUIET_MS;
      }
      if (clock.now() >= quietUntil) {
        yield ': still here\n\n';
        quietUntil = clock.now() + QUIET_MS;
        for (const task of tasks) watch.mark(task.taskId);
      }
      // A clock that was set back would have nothing told until it is there again.
      const isOver = clock.now() >= deadline || clock.now() < beganAt;
      if (!tasks.some(isOpen) || call.signal.aborted || isOver) break;
      const waiting = tasks.filter((task) => isOpen(task) && watch.hasNews(task.taskId));
      const next = Math.min(deadline, quietUntil, ...waiting.map(({ lookAtMs }) => lookAtMs));
      const leftMs = Math.max(1, next - clock.now());
      await wakeOrTime(wake, { clock, leftMs, signal: call.signal });
    }
    if (call.signal.aborted && call.signal.reason !== SERVER_STOPS) return;
    const end = { resultType: 'complete', _meta: { ..._meta, [SERVER]: SERVER_INFO } };
    yield event({ id: listening.id, result: end });
  } finally {
    watch.release();
  }
}

function event(message: JsonObject): string {
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
}

/** Those that there are, as many as one caller may wait for; ids that name none are left out. */
async function listenedTasks(
  watch: TaskWatch,
  { find, taskIds }: TaskSubscription,
): Promise<readonly ListenedTask[]> {
  const tasks: ListenedTask[] = [];
  for (const taskId of taskIds) {
    const task = await find(taskId);
    if (task === undefined) continue;
    if (!watch.add(task)) break;
    tasks.push({ ...task, shown: '', isOver: false, lookAtMs: Number.NEGATIVE_INFINITY });
  }
  return tasks;
}

function isOpen({ isOver }: ListenedTask): boolean {
  return !isOver;
}

function isDue(watch: TaskWatch, { isOver, lookAtMs, taskId }: ListenedTask, now: number): boolean {
  return !isOver && lookAtMs <= now && watch.hasNews(taskId);
}

/** What there is to say of a task that may have changed; undefined is nothing. */
async function newsOf(
  call: TaskCall,
  watch: TaskWatch,
  task: ListenedTask,
): Promise<JsonObject | undefined> {
  watch.take(task.taskId);
  task.lookAtMs = call.service.clock.now() + AGAIN_MS;
  const look = async () => {
    const seen = await lookAtTask(call, task);
    return seen === undefined ? undefined : { seen, shown: await shownTask(call, seen) };
  };
  const looked = await unlessUnavailable<Awaited<ReturnType<typeof look>> | 'later'>(look, 'later');
  if (looked === 'later') {
    watch.mark(task.taskId);
    return undefined;
  }
  task.isOver = looked === undefined || isEnded(looked.seen.state);
  const text = JSON.stringify(looked?.shown);
  if (looked === undefined || text === task.shown) return undefined;
  task.shown = text;
  return looked.shown;
}
