import { isEnded, type TaskEntry } from './task-entry.ts';

/** The tasks that one process keeps, by their ids. */
interface KeptTasks {
  get(taskId: string): TaskEntry | undefined;
  /** Keeps one more; the oldest leaves where there are too many. */
  keep(entry: TaskEntry): TaskEntry;
  /** Those that have not ended and that somebody listens to, or has asked about since then. */
  watchedSince(sinceMs: number): readonly TaskEntry[];
  /** Lets the oldest results go where there are too many. */
  dropResults(): void;
}

const ENTRIES_MAX = 5000;
const RESULTS_MAX = 200;
/** In the place of a result that is not kept here any more. */
const DROPPED = {};

/** Makes an empty store. */
export function createKeptTasks(): KeptTasks {
  const entries = new Map<string, TaskEntry>();
  return {
    get: (taskId) => entries.get(taskId),
    keep(entry) {
      entries.set(entry.taskId, entry);
      const [oldest] = entries.keys();
      if (entries.size > ENTRIES_MAX && oldest !== undefined) entries.delete(oldest);
      return entry;
    },
    watchedSince: (sinceMs) =>
      [...entries.values()].filter(
        (entry) => !isEnded(entry) && (entry.listeners.size > 0 || entry.wantedAtMs > sinceMs),
      ),
    dropResults() {
      const whole = [...entries.values()].filter(
        (entry) => entry.state?.status === 'completed' && !isDropped(entry),
      );
      const surplus = whole.sort((a, b) => a.lookedAtMs - b.lookedAtMs).slice(0, -RESULTS_MAX);
      for (const entry of surplus) {
        if (entry.state?.status === 'completed') entry.state = { ...entry.state, result: DROPPED };
      }
    },
  };
}

/** Whether nothing is to be looked up for a task any more. */
export function isWhole(entry: TaskEntry): boolean {
  return isEnded(entry) && !isDropped(entry);
}

/** Whether a task has ended and its result is not kept: who asks for it has it looked up again. */
export function isDropped({ state }: TaskEntry): boolean {
  return state?.status === 'completed' && state.result === DROPPED;
}
