import { outcomeOfJob, type WorkOutcome } from '../../contract/outcome.ts';
import { memberOf } from '../../contract/response-member.ts';
import { keyOfRow, type SeenList } from './look-at-list.ts';

/** What became of one row of a list between two looks at it. */
export interface RowChange {
  readonly change: 'added' | 'changed' | 'removed';
  readonly row: unknown;
}

/**
 * The changes between two looks at a list; rows are the same thing where they have the same `id`, else
 * the same `name`. Everything is added by the first look; that a machine was seen again is no change.
 * What may have fallen off the part of a list that was read is no change: what is at rest, and where more is busy
 * than was read, all.
 */
export function rowChanges(
  before: readonly unknown[],
  now: readonly unknown[],
  { isBusyPart, isPart }: Pick<SeenList, 'isBusyPart' | 'isPart'>,
): readonly RowChange[] {
  const old = new Map(before.map((row) => [keyOfRow(row), row]));
  const kept = new Set(now.map(keyOfRow));
  const changes: RowChange[] = [];
  for (const row of now) {
    const known = old.get(keyOfRow(row));
    if (known === undefined) changes.push({ change: 'added', row });
    else if (contentOf(known) !== contentOf(row)) changes.push({ change: 'changed', row });
  }
  const hasLeft = (row: unknown) => !isPart || (!isBusyPart && isBusy(row));
  const gone = before.filter((row) => !kept.has(keyOfRow(row)) && hasLeft(row));
  return [...changes, ...gone.map((row): RowChange => ({ change: 'removed', row }))];
}

/** What moves although nothing that anybody watches for has changed. */
const HEARTBEATS: ReadonlySet<string> = new Set([
  'last_seen_at',
  'last_sync_at',
  'link',
  'updated_at',
  'uptime_seconds',
]);

function contentOf(row: unknown): string {
  return JSON.stringify(row, (name, value) => (HEARTBEATS.has(name) ? undefined : value));
}

/** The state of a list of jobs as a whole. */
export const IDLE = 'idle';

const ENDED: ReadonlySet<WorkOutcome> = new Set(['done', 'failed']);

/**
 * Whether a list has come to a state: some row is in it (`state` or `status`), or for `idle` none is
 * under way or waits for a person.
 */
export function hasReached(state: string, rows: readonly unknown[]): boolean {
  if (state === IDLE) return rows.every((row) => ENDED.has(outcomeOfJob(row)));
  return rows.some((row) => statesOf(row).includes(state));
}

function isBusy(row: unknown): boolean {
  return statesOf(row).some((state) => BUSY.has(String(state)));
}

function statesOf(row: unknown): readonly unknown[] {
  return ['state', 'status'].map((name) => memberOf(row, name));
}

const BUSY: ReadonlySet<string> = new Set([
  'in_progress',
  'needs_input',
  'queued',
  'running',
  'waiting',
]);
