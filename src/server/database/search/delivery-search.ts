import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../connection.ts';
import { type DeliveryFilter, filteredDeliveries } from './delivery-filter.ts';
import { likePattern } from './search-text.ts';

export interface SearchRequest {
  readonly organisation: number;
  readonly filter: DeliveryFilter;
  /** Folded by `searchTerm`, not empty. */
  readonly term: string;
  readonly before?: number | undefined;
  /** Most ids to give. */
  readonly limit: number;
  /** After this time the search gives what it has found. */
  readonly withinMs: number;
}

export interface SearchPage {
  /** Newest first. */
  readonly ids: readonly number[];
  /** The last id that was compared, where the time was over first; older ones were not searched. */
  readonly reached: number | null;
}

/** Search for text in deliveries; each dialect has its own index. */
export interface DeliverySearch {
  /** Creates the index, once, with the tables. */
  createIndex(db: Connection): Promise<void>;
  /** Updates the index for a delivery that was added or changed, in the transaction of the change. */
  update(db: Connection, change: TextChange): Promise<void>;
  /** Takes a delivery out of the index, in the transaction that removes it. */
  remove(db: Connection, removed: IndexedText): Promise<void>;
  /** Runs outside of the thread and connections that serve requests. */
  find(request: SearchRequest): Promise<SearchPage>;
}

/** A delivery and its text, as it stands in the index. */
export interface IndexedText {
  readonly id: number;
  readonly text: string;
}

export interface TextChange extends IndexedText {
  readonly previous?: string | undefined;
}

/** The matching ids of a window, and the last id in it; undefined where no rows follow. */
interface SearchWindow {
  readonly matching: readonly number[];
  readonly last: number | undefined;
}

const FIRST_WINDOW = 500;
const WINDOW_MAX = 8000;

/** Scans windows of rows from the newest on until the page is full, or the rows or the time are over. */
export async function searchInWindows(
  request: SearchRequest,
  now: () => number,
  scan: (before: number | undefined, size: number) => Promise<SearchWindow>,
): Promise<SearchPage> {
  const deadline = now() + request.withinMs;
  const ids: number[] = [];
  let before = request.before;
  for (let size = FIRST_WINDOW; ; size = Math.min(size * 2, WINDOW_MAX)) {
    const { matching, last } = await scan(before, size);
    ids.push(...matching);
    if (ids.length >= request.limit) return { ids: ids.slice(0, request.limit), reached: null };
    if (last === undefined) return { ids, reached: null };
    before = last;
    if (now() >= deadline) return { ids, reached: last };
  }
}

/** The search without an index of words: for short terms, and for engines that have none. */
export function searchByScan(
  db: Connection,
  request: SearchRequest,
  now: () => number,
): Promise<SearchPage> {
  return searchInWindows(request, now, (before, size) => scanWindow(db, request, { before, size }));
}

/** Compares each row of one window. */
export async function scanWindow(
  db: Connection,
  { organisation, filter, term, limit }: SearchRequest,
  { before, size }: { readonly before: number | undefined; readonly size: number },
): Promise<SearchWindow> {
  const rows = () => filteredDeliveries(db, organisation, filter);
  const window = before === undefined ? rows() : rows().where('id', '<', before);
  const end = await window
    .select('id')
    .orderBy('id', 'desc')
    .offset(size - 1)
    .limit(1)
    .executeTakeFirst();
  const matching = await (end === undefined ? window : window.where('id', '>=', end.id))
    .select('id')
    .where(matchesTerm(term))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return { matching: matching.map(({ id }) => id), last: end?.id };
}

/** Whether a delivery has a folded term anywhere. */
export function matchesTerm(term: string): RawBuilder<boolean> {
  return sql<boolean>`search like ${likePattern(term)} escape '\\'`;
}
