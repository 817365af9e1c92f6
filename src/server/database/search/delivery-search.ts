import { sql } from 'kysely';
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
  /** After so long the search gives what it has. */
  readonly withinMs: number;
}

export interface SearchPage {
  /** Newest first. */
  readonly ids: readonly number[];
  /** How far down it looked where its time was over first: ids from here on are unseen. */
  readonly reached: number | null;
}

/** Search for text in deliveries; every dialect has its own way to it. */
export interface DeliverySearch {
  /** Makes what the search needs, once, with the tables. */
  prepare(db: Connection): Promise<void>;
  /** Follows a delivery that was added or whose text changed, in the transaction of the change. */
  follow(db: Connection, change: TextChange): Promise<void>;
  /** Runs where it holds up nothing else. */
  find(request: SearchRequest): Promise<SearchPage>;
}

export interface TextChange {
  readonly id: number;
  readonly text: string;
  readonly previous?: string | undefined;
}

/** Ids that a window holds: those that match, and the last it looked at; undefined at the end. */
interface SearchWindow {
  readonly matching: readonly number[];
  readonly last: number | undefined;
}

const FIRST_WINDOW = 500;
const WINDOW_MAX = 8000;

/** Looks through windows from the newest on until the page is full, the rows or the time are over. */
export async function searchInWindows(
  request: SearchRequest,
  now: () => number,
  look: (before: number | undefined, size: number) => Promise<SearchWindow>,
): Promise<SearchPage> {
  const deadline = now() + request.withinMs;
  const ids: number[] = [];
  let before = request.before;
  for (let size = FIRST_WINDOW; ; size = Math.min(size * 2, WINDOW_MAX)) {
    const { matching, last } = await look(before, size);
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
    .where(sql<boolean>`search like ${likePattern(term)} escape '\\'`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return { matching: matching.map(({ id }) => id), last: end?.id };
}
