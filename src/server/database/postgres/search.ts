import { sql } from 'kysely';
import type { Connection } from '../connection.ts';
import { filteredDeliveries } from '../search/delivery-filter.ts';
import {
  type DeliverySearch,
  type SearchPage,
  type SearchRequest,
  scanWindow,
  searchByScan,
  searchInWindows,
} from '../search/delivery-search.ts';
import { likePattern } from '../search/search-text.ts';

/** Most searches end in the newest rows; scanning them costs less than sorting what the index finds. */
const NEWEST_ROWS = 5000;
/** A term with fewer characters has no trigram. */
const TRIGRAM_CHARS = 3;

/**
 * Search on PostgreSQL: the newest rows first, then the index of trigrams, where the extension
 * `pg_trgm` can be had; else windows of rows within the time that the search has.
 */
export function postgresSearch(calculating: Connection): DeliverySearch {
  let indexed: boolean | undefined;
  return {
    createIndex: prepareIndex,
    // The index follows its column by itself.
    update: async () => {},
    remove: async () => {},
    find: async (request) => {
      indexed ??= await hasIndex(calculating);
      const long = [...request.term].length >= TRIGRAM_CHARS;
      const search = indexed && long ? searchIndexed : searchByScan;
      return search(calculating, request, () => performance.now());
    },
  };
}

function searchIndexed(
  db: Connection,
  request: SearchRequest,
  now: () => number,
): Promise<SearchPage> {
  let isFirst = true;
  return searchInWindows(request, now, async (before) => {
    if (isFirst) {
      isFirst = false;
      return scanWindow(db, request, { before, size: NEWEST_ROWS });
    }
    const { organisation, filter, term, limit } = request;
    const rows = filteredDeliveries(db, organisation, filter).select('id').orderBy('id', 'desc');
    const matching = await rows
      .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
      .where(sql<boolean>`search like ${likePattern(term)} escape '\\'`)
      .limit(limit)
      .execute();
    return { matching: matching.map(({ id }) => id), last: undefined };
  });
}

/** A role that may not create the extension gets a database without the index. */
async function prepareIndex(db: Connection): Promise<void> {
  await sql`savepoint trigrams`.execute(db);
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
    await sql`
      create index deliveries_text on deliveries using gin (search gin_trgm_ops)`.execute(db);
    await sql`release savepoint trigrams`.execute(db);
  } catch {
    await sql`rollback to savepoint trigrams`.execute(db);
  }
}

async function hasIndex(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`
    select to_regclass('deliveries_text')::text as name`.execute(db);
  return rows[0]?.name != null;
}
