import { Failure } from '../contract/failure.ts';
import type { FleetResponse } from './response.ts';

/** What continues a list: the last response's `next_before` or `next_offset`, sent back as it came. */
export type PageCursor =
  | { readonly parameter: 'before'; readonly value: unknown }
  | { readonly parameter: 'offset'; readonly value: unknown };

export interface ListPage {
  readonly response: FleetResponse;
  /** The response's rows; undefined where it is no list (then it is the only page). */
  readonly rows: ListRows | undefined;
  /** Whether the service names a page after this one. */
  readonly goesOn: boolean;
}

interface ListRows {
  /** The name of the member that holds them. */
  readonly member: string;
  readonly items: readonly unknown[];
}

/**
 * Every page of a list, the next one fetched when it is asked for. A missing or null
 * `next_before` / `next_offset` ends it. Throws `Failure` not_the_service for a cursor that came
 * before, which would never end, and for a list that goes on without rows to show.
 */
export async function* pagesOf(
  fetchPage: (cursor: PageCursor | undefined) => Promise<FleetResponse>,
): AsyncGenerator<ListPage, void, undefined> {
  const seen = new Set<string>();
  let cursor: PageCursor | undefined;
  do {
    const response = await fetchPage(cursor);
    const rows = rowsOf(response.value);
    cursor = cursorOf(response.value);
    if (cursor !== undefined && rows === undefined) {
      throw brokenList(response, 'It goes on, but has not exactly one list of rows.');
    }
    yield { response, rows, goesOn: cursor !== undefined };
    const mark = JSON.stringify(cursor);
    if (cursor !== undefined && seen.has(mark)) {
      throw brokenList(response, `next_${cursor.parameter} repeats, so the list would never end.`);
    }
    seen.add(mark);
  } while (cursor !== undefined);
}

/** The one array-valued member of a list response; undefined where there is none or more than one. */
export function rowsOf(value: unknown): ListRows | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const lists: ListRows[] = [];
  for (const [member, items] of Object.entries(value)) {
    if (Array.isArray(items)) lists.push({ member, items });
  }
  return lists.length === 1 ? lists[0] : undefined;
}

function cursorOf(value: unknown): PageCursor | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const parameter of ['before', 'offset'] as const) {
    const next: unknown = Reflect.get(value, `next_${parameter}`);
    if (next !== undefined && next !== null) return { parameter, value: next };
  }
  return undefined;
}

function brokenList(response: FleetResponse, why: string): Failure {
  return new Failure('not_the_service', {
    code: 'broken_list',
    title: 'The list cannot be followed to its end',
    detail: why,
    requestId: response.requestId,
  });
}
