import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '../refusal.ts';
import { formatId, parseId } from './row-id.ts';

/** Where a newest-first list goes on and how many rows it gives. */
export interface PageRequest {
  /** Only rows older than the one with this id. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Rows that any list reads at most. */
const ROWS_MAX = 101;

/**
 * The limit within a list's statement, whose own is one row more than the page has (`toPage`). Where
 * nothing is filtered it is the same in every call, so that PostgreSQL keeps one plan for all: for a bound
 * limit it plans anew each time, which takes as long as half a page. With filters it shall do so,
 * since how many rows pass depends on their values.
 */
export function rowsWithin({ limit }: PageRequest, filter: object): number | RawBuilder<number> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== false);
  return isFiltered ? limit + 1 : sql.lit(ROWS_MAX);
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** To be sent back as `before`; null at the end of the list. */
  readonly nextBefore: string | null;
}

/** Reads a `next_before` that came back; anything else is refused as `invalid_request`. */
export function parseCursor(before: string | undefined): number | undefined {
  if (before === undefined) return undefined;
  const id = parseId('page', before);
  if (id === undefined) {
    throw new Refusal('invalid_request', '`before` is not the `next_before` of an earlier answer.');
  }
  return id;
}

/** Cuts the rows of a list, which reads one more than its limit, to a page. */
export function toPage<Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
): Page<Row> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { rows: page, nextBefore: more ? formatId('page', last.id) : null };
}
