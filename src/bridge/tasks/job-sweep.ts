import { textOf } from '../../contract/response-member.ts';
import type { JobPage } from './look-up.ts';
import { isOnPages, type Sweep } from './next-look.ts';
import type { TaskEntry } from './task-entry.ts';

/** Pages of jobs read one after the other, newest first, for as long as a page is worth its turn. */
export interface JobSweep extends Sweep {
  readonly cursor: string | undefined;
  /** How many pages the last whole sweep took. */
  readonly pages: number;
  /** A page is asked for; the first one of a sweep is to show the tasks in `watched`. */
  begin(watched: readonly TaskEntry[]): void;
  /** The page did not come. */
  fail(): void;
  /** Gives each watched task that the page shows with its job, and marks those that no page showed. */
  take(page: JobPage, watched: readonly TaskEntry[]): ReadonlyMap<TaskEntry, unknown>;
}

/** A page that shows fewer is no cheaper than their jobs themselves. */
const WORTH_A_PAGE = 2;

/** Makes the sweep of one process. */
export function createJobSweep(): JobSweep {
  let isOpen = false;
  let isLooking = false;
  let cursor: string | undefined;
  let pages = 1;
  let count = 0;
  let missing = new Set<TaskEntry>();

  function close(): void {
    for (const entry of missing) entry.isOffPage = true;
    pages = Math.max(1, count);
    isOpen = false;
    cursor = undefined;
    count = 0;
    missing = new Set();
  }

  return {
    get isOpen() {
      return isOpen;
    },
    get isLooking() {
      return isLooking;
    },
    get cursor() {
      return cursor;
    },
    get pages() {
      return pages;
    },
    begin(watched) {
      isLooking = true;
      if (count === 0) missing = new Set(watched.filter(isOnPages));
      count += 1;
    },
    fail() {
      isLooking = false;
    },
    take({ jobs, next }, watched) {
      isLooking = false;
      const byId = new Map(
        watched.filter(({ name }) => name.kind === 'job').map((entry) => [entry.name.id, entry]),
      );
      const shown = new Map<TaskEntry, unknown>();
      for (const job of jobs) {
        const entry = byId.get(textOf(job, 'id') ?? '');
        if (entry !== undefined) shown.set(entry, job);
      }
      for (const entry of shown.keys()) missing.delete(entry);
      isOpen =
        missing.size > 0 && next !== undefined && next !== cursor && shown.size >= WORTH_A_PAGE;
      if (isOpen) cursor = next;
      else close();
      return shown;
    },
  };
}
