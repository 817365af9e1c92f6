import { sql } from 'kysely';
import type { Connection } from '../connection.ts';
import { filteredDeliveries } from '../search/delivery-filter.ts';
import {
  type DeliverySearch,
  matchesTerm,
  type SearchPage,
  type SearchRequest,
  scanWindow,
  searchByScan,
  searchInWindows,
} from '../search/delivery-search.ts';

/** Most searches end in the newest rows; scanning them costs less than sorting what the index finds. */
const NEWEST_ROWS = 5000;
/** So many take some tenths of a second; more are looked for in windows of rows. */
const INDEXED_MATCHES_MAX = 250_000;
/** A term with fewer characters has no trigram. */
const TRIGRAM_CHARS = 3;

/**
 * Search on PostgreSQL: the newest rows first, then the index of trigrams, where the extension
 * `pg_trgm` can be had and the term is not too common; else windows of rows within the time that the
 * search has.
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

async function searchIndexed(
  db: Connection,
  request: SearchRequest,
  now: () => number,
): Promise<SearchPage> {
  let step = 0;
  let byIndex = false;
  return searchInWindows(request, now, async (before, size) => {
    step += 1;
    if (step === 1) return scanWindow(db, request, { before, size: NEWEST_ROWS });
    if (step === 2) byIndex = (await estimatedMatches(db, request.term)) <= INDEXED_MATCHES_MAX;
    if (!byIndex) return scanWindow(db, request, { before, size });
    return { matching: await indexedMatches(db, request, before), last: undefined };
  });
}

/** Of all organisations, as the index has them, by the planner's statistics. */
async function estimatedMatches(db: Connection, term: string): Promise<number> {
  const query = db.selectFrom('deliveries').select('id').where(matchesTerm(term));
  const [row] = await query.explain<ExplainedRow>('json');
  return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

interface ExplainedRow {
  readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[];
}

/**
 * The newest of all matches below an id. Not in the order of an index: for that the planner walks the
 * rows by their ids, as if matches were spread evenly, where the newest rows just had too few.
 */
async function indexedMatches(
  db: Connection,
  { organisation, filter, term, limit }: SearchRequest,
  before = Number.MAX_SAFE_INTEGER,
): Promise<readonly number[]> {
  const found = await filteredDeliveries(db, organisation, filter)
    .select('id')
    .where('id', '<', before)
    .where(matchesTerm(term))
    .orderBy(sql`id + 0`, 'desc')
    .limit(limit)
    .execute();
  return found.map(({ id }) => id);
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
