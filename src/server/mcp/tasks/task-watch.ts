import { parseId } from '../../database/row-id.ts';
import { callerKey } from '../../long-poll/long-poll.ts';
import { commandTopic, jobTopic } from '../../long-poll/topics.ts';
import type { Waiter } from '../../long-poll/waiters.ts';
import type { NamedTask, TaskCall } from './task-call.ts';

/** Which tasks of one listening may have changed, by the wakes of their jobs and commands. */
export interface TaskWatch {
  /** False where the caller waits for too many already; a new one counts as changed. */
  add(task: NamedTask): boolean;
  /** Resolves at the next wake after this call. */
  nextNews(): Promise<void>;
  hasNews(taskId: string): boolean;
  /** Has the task count as changed. */
  mark(taskId: string): void;
  /** Has it count as unchanged from now on. */
  take(taskId: string): void;
  release(): void;
}

/** Makes a watch of no task. Places of listenings are counted apart from those of held requests. */
export function watchTasks({ caller, service }: TaskCall): TaskWatch {
  const owner = `listening ${callerKey(caller)}`;
  const waiters: Waiter[] = [];
  const changed = new Set<string>();
  let news = Promise.withResolvers<void>();
  let isReleased = false;

  function mark(taskId: string): void {
    changed.add(taskId);
    const rung = news;
    news = Promise.withResolvers();
    rung.resolve();
  }

  /** A wake between two is not lost: the next is asked for before anything is read. */
  function follow(waiter: Waiter, taskId: string): void {
    void waiter.nextWake().then(() => {
      if (isReleased) return;
      follow(waiter, taskId);
      mark(taskId);
    });
  }

  return {
    add({ name, taskId }) {
      const topic =
        name.kind === 'job'
          ? jobTopic(parseId('job', name.id) ?? -1)
          : commandTopic(parseId('cmd', name.id) ?? -1);
      const waiter = service.waiters.register(topic, owner);
      if (waiter === undefined) return false;
      waiters.push(waiter);
      follow(waiter, taskId);
      mark(taskId);
      return true;
    },
    nextNews: () => news.promise,
    hasNews: (taskId) => changed.has(taskId),
    mark,
    take: (taskId) => void changed.delete(taskId),
    release() {
      isReleased = true;
      for (const waiter of waiters) waiter.release();
    },
  };
}
