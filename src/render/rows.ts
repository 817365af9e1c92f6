import { isExactNumber, isJsonObject } from '../base/json/lossless.ts';
import type { JsonObject } from '../base/json/object.ts';
import { Failure } from '../contract/failure.ts';

interface FoundRows {
  /** The member that holds the rows; null where the answer itself is the list. */
  readonly member: string | null;
  readonly rows: readonly unknown[];
}

/** Cursors of a list answer; in a merged document the last page's stand. */
export const CURSORS: readonly string[] = ['next_before', 'next_offset'];

const OF_ONE_THING: readonly string[] = ['id', 'name'];

/**
 * The rows of a list answer: the answer itself or its one array-valued member, else null. What has
 * an id or a name of its own and no cursor is one thing that happens to hold a list.
 */
export function rowsIn(value: unknown): FoundRows | null {
  if (Array.isArray(value)) return { member: null, rows: value };
  if (!isJsonObject(value) || (hasAny(value, OF_ONE_THING) && !hasAny(value, CURSORS))) return null;
  const [first, ...others] = Object.entries(value).filter(([, member]) => Array.isArray(member));
  if (first === undefined || others.length > 0) return null;
  return { member: first[0], rows: first[1] as readonly unknown[] };
}

function hasAny(record: JsonObject, names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(record, name));
}

/** The rows of a list answer, else the answer as the only row. */
export function rowsOrOne(value: unknown): readonly unknown[] {
  return rowsIn(value)?.rows ?? [value];
}

/**
 * Pages of a list as one document in the answer's own shape: the first page, its rows continued by
 * those of the others, with the cursor of the last. Without pages: null.
 */
export function mergePages(pages: readonly unknown[]): unknown {
  const [first = null] = pages;
  const found = rowsIn(first);
  if (found === null || pages.length < 2) return first;
  const rowsOf = rowsOfPages();
  const rows = pages.flatMap((page) => rowsOf(page) ?? []);
  if (found.member === null) return rows;
  const { before, after } = membersBesideRows(first, pages.at(-1), found.member);
  return Object.fromEntries([...before, [found.member, rows], ...after]);
}

type Member = readonly [name: string, value: unknown];

/**
 * What stands before and after the rows where pages become one document: the members of the first
 * page, but cursors as the last page has them, null where it has none.
 */
export function membersBesideRows(
  first: unknown,
  last: unknown,
  member: string,
): { readonly before: readonly Member[]; readonly after: readonly Member[] } {
  const members = Object.entries(isJsonObject(first) ? first : {}).map(([name, value]): Member => {
    if (!CURSORS.includes(name)) return [name, value];
    return [name, (isJsonObject(last) ? last[name] : null) ?? null];
  });
  const at = members.findIndex(([name]) => name === member);
  return { before: members.slice(0, at), after: members.slice(at + 1) };
}

/**
 * Reads the rows of page after page of one list: under the member that holds those of the first, else
 * as those of a list of its own. Null where the first page is no list, and so the only one.
 */
export function rowsOfPages(): (page: unknown) => readonly unknown[] | null {
  let found: FoundRows | null | undefined;
  return (page) => {
    if (found === undefined) {
      found = rowsIn(page);
      return found?.rows ?? null;
    }
    const rows = isJsonObject(page) && found?.member != null ? page[found.member] : null;
    return Array.isArray(rows) ? rows : (rowsIn(page)?.rows ?? []);
  };
}

/**
 * The member at a path with dots; a member whose own name has dots comes first. The members of a
 * list are its items, from `0`.
 */
export function memberAt(row: unknown, path: string): unknown {
  if (!hasMembers(row)) return path === 'value' ? row : undefined;
  if (isMember(row, path)) return row[path];
  const dot = path.indexOf('.');
  if (dot === -1) return undefined;
  const head = path.slice(0, dot);
  return isMember(row, head) ? memberAt(row[head], path.slice(dot + 1)) : undefined;
}

/** Cells that a program gets in one piece, and a person can look through. */
const CELLS_MAX = 20_000_000;
const COLUMNS_FOR_PEOPLE_MAX = 200;

/** Every member name in the rows, in order of appearance; a row without members has `value`. */
export function columnsOf(rows: readonly unknown[]): readonly string[] {
  return namesIn(rows, Number.POSITIVE_INFINITY);
}

/** Throws `Failure` conflict where rows in these columns have more cells than any table can hold. */
export function refuseHugeTable(rows: readonly unknown[], columns: readonly unknown[]): void {
  if (rows.length * columns.length <= CELLS_MAX) return;
  throw new Failure('conflict', {
    code: 'too_many_cells',
    title: 'The table would be too large',
    detail: `${rows.length} rows in ${columns.length} columns; at most ${CELLS_MAX} cells are printed at once.`,
    next: [{ step: 'choose_columns' }],
  });
}

/** The first 200 of them, which is more than a person looks at. */
export function columnsToSee(rows: readonly unknown[]): readonly string[] {
  return namesIn(rows, COLUMNS_FOR_PEOPLE_MAX);
}

function namesIn(rows: readonly unknown[], namesMax: number): readonly string[] {
  const names = new Set<string>();
  for (const row of rows) {
    for (const name of Object.keys(hasMembers(row) ? row : { value: row })) {
      if (names.size >= namesMax) return [...names];
      names.add(name);
    }
  }
  return [...names];
}

function hasMembers(row: unknown): row is JsonObject {
  return Array.isArray(row) || isJsonObject(row);
}

/** A list has its items; its length is none of them. */
function isMember(row: JsonObject, name: string): boolean {
  return Object.hasOwn(row, name) && !(name === 'length' && Array.isArray(row));
}

/** Rows ordered by a member: numbers by size, texts by character, what is missing last. */
export function sortRows(rows: readonly unknown[], path: string | undefined): readonly unknown[] {
  if (path === undefined) return rows;
  return rows
    .map((row) => ({ row, key: sortKey(memberAt(row, path)) }))
    .sort((left, right) => compareKeys(left.key, right.key))
    .map(({ row }) => row);
}

type SortKey = number | string | null;

function sortKey(value: unknown): SortKey {
  if (isExactNumber(value)) return Number(value.rawJSON);
  if (typeof value === 'number' || typeof value === 'string') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

function compareKeys(left: SortKey, right: SortKey): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
  return left < right ? -1 : 1;
}
