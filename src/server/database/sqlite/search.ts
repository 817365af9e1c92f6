import { sql } from 'kysely';
import type { Connection } from '../connection.ts';
import {
  type DeliverySearch,
  type IndexedText,
  type SearchPage,
  type SearchRequest,
  searchByScan,
  searchInWindows,
  type TextChange,
} from '../search/delivery-search.ts';

/**
 * The index of every three neighbouring characters. It holds no text of its own (`content=''`), and
 * its row ids are those of the deliveries, so that matches come newest first.
 */
async function prepareSqliteSearch(db: Connection): Promise<void> {
  await sql`
    create virtual table deliveries_text
    using fts5(text, content='', tokenize='trigram', detail=none, columnsize=0)`.execute(db);
}

/** The index keeps no text, so that a removed text has to be given to it. */
async function removeFromSqliteIndex(db: Connection, { id, text }: IndexedText): Promise<void> {
  await sql`
    insert into deliveries_text (deliveries_text, rowid, text)
    values ('delete', ${id}, ${text})`.execute(db);
}

async function updateSqliteIndex(db: Connection, change: TextChange): Promise<void> {
  const { id, text, previous } = change;
  if (text === previous) return;
  if (previous !== undefined) await removeFromSqliteIndex(db, { id, text: previous });
  await sql`insert into deliveries_text (rowid, text) values (${id}, ${text})`.execute(db);
}

/** The search itself, run in the reader's thread: terms of one or two characters have no trigram. */
export function searchSqlite(
  db: Connection,
  request: SearchRequest,
  now: () => number,
): Promise<SearchPage> {
  const query = trigramQuery(request.term);
  if (query === undefined) return searchByScan(db, request, now);
  return searchInWindows(request, now, async (before, size) => {
    const candidates = await findCandidates(db, { request, query, before, size });
    return {
      matching: candidates.filter(({ matches }) => matches === 1).map(({ id }) => id),
      last: candidates.length < size ? undefined : candidates.at(-1)?.id,
    };
  });
}

/** Every three neighbouring characters of the term, all of which a match has somewhere. */
function trigramQuery(term: string): string | undefined {
  const characters = [...term];
  const trigrams = characters.slice(2).map((last, at) => {
    const trigram = `${characters[at]}${characters[at + 1]}${last}`;
    return `"${trigram.replaceAll('"', '""')}"`;
  });
  return trigrams.length === 0 ? undefined : [...new Set(trigrams)].join(' AND ');
}

interface CandidateQuery {
  readonly request: SearchRequest;
  readonly query: string;
  readonly before: number | undefined;
  readonly size: number;
}

/** The next candidates of the index, each with whether it is one indeed. */
async function findCandidates(
  db: Connection,
  { request, query, before, size }: CandidateQuery,
): Promise<readonly { readonly id: number; readonly matches: number }[]> {
  const { organisation, filter, term } = request;
  const bounds = [
    sql`deliveries_text match ${query}`,
    ...(filter.from === undefined ? [] : [sql`deliveries_text.rowid >= ${filter.from}`]),
    ...[before, filter.to].flatMap((end) =>
      end === undefined ? [] : [sql`deliveries_text.rowid < ${end}`],
    ),
  ];
  const tests = [
    sql`d.organisation = ${organisation}`,
    sql`instr(d.search, ${term}) > 0`,
    ...(['machine', 'skill', 'outcome', 'via', 'sender_delivery_id', 'machine_job_id'] as const)
      .filter((column) => filter[column] !== undefined)
      .map((column) => sql`d.${sql.ref(column)} is ${filter[column]}`),
  ];
  const { rows } = await sql<{ id: number; matches: number }>`
    select t.id, (${sql.join(tests, sql` and `)}) as matches
    from (
      select rowid as id from deliveries_text where ${sql.join(bounds, sql` and `)}
      order by rowid desc limit ${size}
    ) t cross join deliveries d on d.id = t.id
    order by t.id desc`.execute(db);
  return rows;
}

/** The capability: writes go with the transaction, the search to the reader's thread. */
export function sqliteSearch(find: DeliverySearch['find']): DeliverySearch {
  return {
    createIndex: prepareSqliteSearch,
    update: updateSqliteIndex,
    remove: removeFromSqliteIndex,
    find,
  };
}
