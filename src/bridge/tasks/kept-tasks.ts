import { stringifyJson } from '../../base/json/lossless.ts';
import { isEnded, type TaskEntry } from './task-entry.ts';

/** The tasks that one process keeps, by their ids. */
interface KeptTasks {
  get(taskId: string): TaskEntry | undefined;
  /** Keeps one more. Where there are too many the oldest is gone, which who waits for it is told. */
  keep(entry: TaskEntry): TaskEntry;
  /** Those that have not ended and that somebody listens to, or has asked about since then. */
  watchedSince(sinceMs: number): readonly TaskEntry[];
  /** Lets the oldest results and questions go where they are too many or too large together; the newest stays. */
  dropResults(): void;
}

const ENTRIES_MAX = 5000;
const RESULTS_MAX = 200;
/** Of results and questions together. */
const CHARS_MAX = 32 * 1024 * 1024;
/** In the place of a result, or of questions, not kept here any more. */
const DROPPED = {};

/** Characters of results and questions, each measured once. */
const measured = new WeakMap<object, number>();

function charsOf(content: object): number {
  const known = measured.get(content);
  if (known !== undefined) return known;
  const chars = stringifyJson(content).length;
  measured.set(content, chars);
  return chars;
}

/** Makes an empty store. */
export function createKeptTasks(): KeptTasks {
  const entries = new Map<string, TaskEntry>();
  return {
    get: (taskId) => entries.get(taskId),
    keep(entry) {
      entries.set(entry.taskId, entry);
      const [oldest] = entries.values();
      if (entries.size > ENTRIES_MAX && oldest !== undefined) {
        entries.delete(oldest.taskId);
        oldest.isGone = !isEnded(oldest);
        for (const listener of [...oldest.listeners]) listener();
      }
      return entry;
    },
    watchedSince: (sinceMs) =>
      [...entries.values()].filter(
        (entry) => !isEnded(entry) && (entry.listeners.size > 0 || entry.wantedAtMs > sinceMs),
      ),
    dropResults() {
      const whole = [...entries.values()].filter((entry) => contentOf(entry) && !isDropped(entry));
      const newestFirst = whole.reverse().sort((a, b) => b.lookedAtMs - a.lookedAtMs);
      let kept = 1;
      let keptChars = 0;
      for (const entry of newestFirst.slice(1)) {
        const isResult = entry.state?.status === 'completed';
        const chars = charsOf(contentOf(entry) ?? DROPPED);
        if (keptChars + chars > CHARS_MAX || (isResult && kept >= RESULTS_MAX)) drop(entry);
        else {
          kept += isResult ? 1 : 0;
          keptChars += chars;
        }
      }
    },
  };
}

/** Whether nothing is to be looked up for a task any more. */
export function isWhole(entry: TaskEntry): boolean {
  return isEnded(entry) && !isDropped(entry);
}

/** Whether the result of a task, or what it asks, is not kept: who asks for it has it looked up again. */
export function isDropped(entry: TaskEntry): boolean {
  return contentOf(entry) === DROPPED;
}

/** The result of a task or its questions, which may be large. */
function contentOf({ state }: TaskEntry): object | undefined {
  if (state?.status === 'completed') return state.result;
  return state?.status === 'input_required' ? state.inputRequests : undefined;
}

function drop(entry: TaskEntry): void {
  const { state } = entry;
  if (state?.status === 'completed') entry.state = { ...state, result: DROPPED };
  if (state?.status === 'input_required') entry.state = { ...state, inputRequests: DROPPED };
}
