import type { ListPage } from '../client/pages.ts';
import type { FleetResponse } from '../client/response.ts';

/** A page, or the beginning of one, in a list that may end early. */
interface PageOfFirstRows {
  readonly response: FleetResponse;
  /** The response's value without the rows beyond the limit. */
  readonly value: unknown;
  /** The limit is reached. */
  readonly isLast: boolean;
  /** Whether the list has more than what is in here and before. */
  readonly goesOn: boolean;
}

/**
 * The pages of a list up to its first `rowsMax` rows. A page that is cut names no next one, which
 * would leave out what was cut. Throws what `pages` throws.
 */
export async function* firstRows(
  pages: AsyncIterable<ListPage>,
  rowsMax: number,
): AsyncGenerator<PageOfFirstRows, void, undefined> {
  let left = rowsMax;
  for await (const { goesOn, response, rows } of pages) {
    const count = rows?.items.length ?? 0;
    const isCut = rows !== undefined && count > left;
    const value = isCut
      ? cut(response.value, rows.member, rows.items.slice(0, left))
      : response.value;
    left -= count;
    const isLast = left <= 0;
    yield { response, value, isLast, goesOn: goesOn || isCut };
    if (isLast) return;
  }
}

const CURSORS = ['next_before', 'next_offset'];

function cut(page: unknown, member: string, items: readonly unknown[]): unknown {
  const members = Object.entries(Object(page)).map(([name, value]) => [
    name,
    name === member ? items : CURSORS.includes(name) ? null : value,
  ]);
  return Object.fromEntries(members);
}
