import { memberOf, textOf } from '../../contract/response-member.ts';

/** What became of one row of a list between two looks at it. */
export interface RowChange {
  readonly change: 'added' | 'changed' | 'removed';
  readonly row: unknown;
}

/**
 * The changes between two looks at a list; rows are the same thing where they have the same `id`, else
 * the same `name`. Everything is added by the first look.
 */
export function rowChanges(
  before: readonly unknown[],
  now: readonly unknown[],
): readonly RowChange[] {
  const old = new Map(before.map((row) => [keyOf(row), row]));
  const kept = new Set(now.map(keyOf));
  const changes: RowChange[] = [];
  for (const row of now) {
    const known = old.get(keyOf(row));
    if (known === undefined) changes.push({ change: 'added', row });
    else if (JSON.stringify(known) !== JSON.stringify(row))
      changes.push({ change: 'changed', row });
  }
  const gone = before.filter((row) => !kept.has(keyOf(row)));
  return [...changes, ...gone.map((row): RowChange => ({ change: 'removed', row }))];
}

function keyOf(row: unknown): string {
  return textOf(row, 'id') ?? textOf(row, 'name') ?? JSON.stringify(row);
}

/**
 * Whether a list has come to a state: some row is in it (`state`, `status` or `severity`), or for
 * `idle` none is under way or waits for a person.
 */
export function hasReached(state: string, rows: readonly unknown[]): boolean {
  const stateOf = (row: unknown) => ['state', 'status'].map((name) => memberOf(row, name));
  if (state === 'idle') {
    return !rows.some((row) => stateOf(row).some((each) => BUSY.has(String(each))));
  }
  return rows.some((row) => stateOf(row).includes(state));
}

const BUSY: ReadonlySet<string> = new Set([
  'in_progress',
  'needs_input',
  'queued',
  'running',
  'waiting',
]);
