import type { TaskBoard } from './task-board.ts';
import { isEnded, type TaskEntry } from './task-entry.ts';

/** Resolves when nothing about the task can change any more, or the signal aborts. */
export function endOf(
  board: Pick<TaskBoard, 'listen'>,
  entry: TaskEntry,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isEnded(entry) && !signal.aborted) return;
      over.abort();
      resolve();
    };
    board.listen(entry, look, over.signal);
    signal.addEventListener('abort', look, { once: true });
    look();
  });
}
