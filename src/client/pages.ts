import { isExactNumber } from '../base/json/lossless.ts';
import { tellsError } from '../contract/error-document.ts';
import { Failure } from '../contract/failure.ts';
import { memberOf } from '../contract/response-member.ts';
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

/** More than any list has at 1,000 rows a page. */
const PAGES_MAX = 100_000;
/** A service may look through so many before it finds a row. */
const EMPTY_PAGES_MAX = 100;
const CURSOR_CHARS_MAX = 1_000;

/**
 * Every page of a list, the next one fetched when it is asked for. A missing or null
 * `next_before` / `next_offset` ends it. Throws `Failure` not_the_service for a list that would never
 * end: a cursor that came before or is none, 100 pages without a row, 100,000 pages; and for a page
 * of several whose rows cannot be told.
 */
export async function* pagesOf(
  fetchPage: (cursor: PageCursor | undefined) => Promise<FleetResponse>,
): AsyncGenerator<ListPage, void, undefined> {
  const seen = new Set<string>();
  let cursor: PageCursor | undefined;
  let emptyPages = 0;
  let first: FirstPage | undefined;
  while (true) {
    const response = await fetchPage(cursor);
    const { value } = response;
    const isFirst = first === undefined;
    const rows = first === undefined ? rowsOf(value) : rowsAfter(first, value);
    first ??= { member: rows?.member ?? '', hasError: tellsError(value) };
    cursor = cursorOf(value);
    if (rows === undefined && !(isFirst && cursor === undefined)) {
      throw brokenList(
        response,
        isFirst
          ? 'It goes on, but has not exactly one list of rows.'
          : 'It went on with a page that has not the list of the first one, or tells of an error.',
      );
    }
    yield { response, rows, goesOn: cursor !== undefined };
    if (cursor === undefined) return;
    emptyPages = rows?.items.length === 0 ? emptyPages + 1 : 0;
    const mark = JSON.stringify(cursor);
    const fault = faultOf(cursor, { isKnown: seen.has(mark), emptyPages, pages: seen.size + 1 });
    if (fault !== undefined) throw brokenList(response, fault);
    seen.add(mark);
  }
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

interface FirstPage {
  /** What held its rows. */
  readonly member: string;
  readonly hasError: boolean;
}

/** The rows of a later page, under the member that held those of the first; the list in an error is another one. */
function rowsAfter({ hasError, member }: FirstPage, value: unknown): ListRows | undefined {
  if (!hasError && tellsError(value)) return undefined;
  const items = memberOf(value, member);
  return Array.isArray(items) ? { member, items } : undefined;
}

function cursorOf(value: unknown): PageCursor | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const parameter of ['before', 'offset'] as const) {
    const next: unknown = Reflect.get(value, `next_${parameter}`);
    if (next !== undefined && next !== null) return { parameter, value: next };
  }
  return undefined;
}

/** Why a list that goes on like this would never end; undefined for one that may. */
function faultOf(
  { parameter, value }: PageCursor,
  at: { readonly isKnown: boolean; readonly emptyPages: number; readonly pages: number },
): string | undefined {
  const name = `next_${parameter}`;
  const isCursor = typeof value === 'number' || typeof value === 'string' || isExactNumber(value);
  if (!isCursor || JSON.stringify(value).length > CURSOR_CHARS_MAX) {
    return `${name} is not a text of at most ${CURSOR_CHARS_MAX} characters or a number.`;
  }
  if (at.isKnown) return `${name} repeats, so the list would never end.`;
  if (at.emptyPages >= EMPTY_PAGES_MAX) {
    return `${name} came with ${EMPTY_PAGES_MAX} pages without a row.`;
  }
  return at.pages >= PAGES_MAX ? `It goes on after ${PAGES_MAX} pages.` : undefined;
}

function brokenList(response: FleetResponse, why: string): Failure {
  return new Failure('not_the_service', {
    code: 'broken_list',
    title: 'The list cannot be followed to its end',
    detail: why,
    requestId: response.requestId,
  });
}
