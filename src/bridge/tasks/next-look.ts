import type { TaskEntry } from './task-entry.ts';

/** The next request that is worth its turn, and from when on. */
type NextLook =
  | { readonly kind: 'one'; readonly entry: TaskEntry; readonly atMs: number }
  | { readonly kind: 'page'; readonly atMs: number };

/** How far the pages of jobs have been read, newest first. */
export interface Sweep {
  /** Whether a further page is to be read; else the next sweep begins with the first. */
  readonly isOpen: boolean;
  readonly isLooking: boolean;
}

/** A task is not looked at again sooner. */
const AGAIN_MS = 1000;
const DETAILS_IN_A_ROW = 7;
const PAUSE_MS = { least: 2000, most: 60_000 };

/**
 * The task that was looked at longest ago, by a page of jobs where that shows several at once. A job
 * that a page shows as ended or asking is looked up itself before; the others get every eighth turn.
 */
export function nextLook(
  watched: readonly TaskEntry[],
  sweep: Sweep,
  last: { readonly detailsInARow: number; readonly now: number },
): NextLook | undefined {
  const free = watched.filter((entry) => !entry.isLooking);
  const detail = oldestOf(free.filter(({ needsDetail }) => needsDetail));
  const other = lookAtOthers(
    free.filter(({ needsDetail }) => !needsDetail),
    sweep,
  );
  if (detail === undefined) return other;
  const isOthersTurn =
    last.detailsInARow >= DETAILS_IN_A_ROW && other !== undefined && other.atMs <= last.now;
  return isOthersTurn ? other : { kind: 'one', entry: detail, atMs: detail.lookedAtMs };
}

function lookAtOthers(entries: readonly TaskEntry[], sweep: Sweep): NextLook | undefined {
  const onPages = entries.filter(isOnPages);
  const byPages = onPages.length > 1;
  if (sweep.isOpen && !sweep.isLooking) return { kind: 'page', atMs: Number.NEGATIVE_INFINITY };
  const candidates =
    byPages && sweep.isLooking ? entries.filter((each) => !isOnPages(each)) : entries;
  const oldest = oldestOf(candidates);
  if (oldest === undefined) return undefined;
  const atMs = oldest.lookedAtMs + AGAIN_MS;
  return byPages && isOnPages(oldest)
    ? { kind: 'page', atMs }
    : { kind: 'one', entry: oldest, atMs };
}

/**
 * How long nothing is looked at after a look that taught nothing. A minute counts of what the service
 * asks for: a proxy may name days, and all tasks would be shown as on their way for so long.
 */
export function pauseMs(retryAfterMs: number): number {
  return Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, retryAfterMs));
}

/** Whether pages of jobs may show the task. */
export function isOnPages({ isOffPage, name }: TaskEntry): boolean {
  return name.kind === 'job' && !isOffPage;
}

function oldestOf(entries: readonly TaskEntry[]): TaskEntry | undefined {
  return entries.reduce<TaskEntry | undefined>(
    (oldest, entry) =>
      oldest === undefined || entry.lookedAtMs < oldest.lookedAtMs ? entry : oldest,
    undefined,
  );
}
