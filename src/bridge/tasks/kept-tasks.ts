import { stringifyJson } from '../../base/json/lossless.ts';
import { isEnded, type TaskEntry } from './task-entry.ts';

/** The tasks that one process keeps, by their ids. */
interface KeptTasks {
  get(taskId: string): TaskEntry | undefined;
  /** Keeps one more; the oldest leaves where there are too many. */
  keep(entry: TaskEntry): TaskEntry;
  /** Those that have not ended and that somebody listens to, or has asked about since then. */
  watchedSince(sinceMs: number): readonly TaskEntry[];
  /** Lets the oldest results go where there are too many or they are too large together; the newest stays. */
  dropResults(): void;
}

const ENTRIES_MAX = 5000;
const RESULTS_MAX = 200;
const RESULTS_CHARS_MAX = 32 * 1024 * 1024;
/** In the place of a result that is not kept here any more. */
const DROPPED = {};

/** Characters of results, each measured once. */
const measured = new WeakMap<object, number>();

function charsOf(result: object): number {
  const known = measured.get(result);
  if (known !== undefined) return known;
  const chars = stringifyJson(result).length;
  measured.set(result, chars);
  return chars;
}

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
      const newestFirst = whole.reverse().sort((a, b) => b.lookedAtMs - a.lookedAtMs);
      let kept = 1;
      let keptChars = 0;
      for (const entry of newestFirst.slice(1)) {
        const { state } = entry;
        if (state?.status !== 'completed') continue;
        const chars = charsOf(state.result);
        const hasRoom = kept < RESULTS_MAX && keptChars + chars <= RESULTS_CHARS_MAX;
        if (hasRoom) {
          kept += 1;
          keptChars += chars;
        } else entry.state = { ...state, result: DROPPED };
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
