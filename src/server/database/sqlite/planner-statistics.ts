import { sql } from 'kysely';
import type { Connection } from '../connection.ts';

/** How many rows a table of a long history has; one that is not named has few. */
const ROWS: Readonly<Record<string, number>> = {
  jobs: 1_000_000,
  commands: 1_000_000,
  deliveries: 1_000_000,
  delivery_bodies: 100_000,
  audit: 1_000_000,
  alerts: 100_000,
  sends: 100_000,
  held_deliveries: 10_000,
  live_outputs: 1_000,
  sealed_secrets: 10_000,
  issues: 10_000,
};
const FEW_ROWS = 100;

/** Indexes of what still waits for something, which is few rows however long the history. */
const OF_WAITING: ReadonlySet<string> = new Set([
  'alerts_holding',
  'commands_due',
  'commands_unfinished',
  'held_deliveries_of_url',
  'held_deliveries_waiting',
  'jobs_open',
  'sealed_secrets_open',
  'sends_due',
  'sends_waiting',
]);
const WAITING_ROWS = 1_000;

/** How many values a column has; one that is not named has another in each row. */
const VALUES: Readonly<Record<string, number>> = {
  organisation: 1,
  machine: 20,
  skill: 50,
  rejected_of: 1_000,
  state: 4,
  status: 6,
  outcome: 4,
  type: 20,
  via: 2,
  action: 40,
  condition: 1_000,
  channel: 5,
  purpose: 3,
  asked_id: 20,
  enabled: 2,
};
/** Of an expression: percents. */
const VALUES_OF_EXPRESSION = 101;

interface IndexStatistics {
  readonly tbl: string;
  readonly idx: string;
  readonly stat: string;
}

/**
 * Tells SQLite's planner what a long history looks like (https://sqlite.org/fileformat2.html#stat1tab),
 * for every index there is. Not `analyze`: with a limit that spares requests it finds the same few
 * rows of one organisation behind every column, without one it stops them for seconds, and a plan
 * that was right for the rows of last week is found out when it is slow. So the plan of a query is
 * the same on every database, and a test can look at all of them. Writes only what has changed.
 */
export async function tellPlanner(db: Connection): Promise<void> {
  const wanted = await statisticsOfIndexes(db);
  if (await isTold(db, wanted)) return;
  // Makes the table of statistics where it is missing.
  await sql`analyze migrations`.execute(db);
  await sql`delete from sqlite_stat1`.execute(db);
  for (const { tbl, idx, stat } of wanted) {
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${tbl}, ${idx}, ${stat})`.execute(
      db,
    );
  }
  // Reads the table; other connections read it when they open.
  await sql`analyze sqlite_schema`.execute(db);
}

async function isTold(db: Connection, wanted: readonly IndexStatistics[]): Promise<boolean> {
  const { rows: tables } = await sql`
    select name from sqlite_schema where name = 'sqlite_stat1'`.execute(db);
  if (tables.length === 0) return false;
  const { rows } = await sql<IndexStatistics>`
    select tbl, idx, stat from sqlite_stat1 order by tbl, idx`.execute(db);
  return JSON.stringify(rows) === JSON.stringify(wanted);
}

async function statisticsOfIndexes(db: Connection): Promise<readonly IndexStatistics[]> {
  const { rows } = await sql<{ tbl: string; idx: string; columns: string }>`
    select t.name as tbl, i.name as idx, (
      select json_group_array(name) from (
        select c.name from pragma_index_info(i.name) c order by c.seqno
      )
    ) as columns
    from sqlite_schema t, pragma_index_list(t.name) i
    where t.type = 'table' and t.name not like 'sqlite%' and t.name not like 'deliveries_text%'
    order by t.name, i.name`.execute(db);
  return rows.map(({ tbl, idx, columns }) => {
    const count = OF_WAITING.has(idx) ? WAITING_ROWS : (ROWS[tbl] ?? FEW_ROWS);
    return { tbl, idx, stat: [count, ...rowsPerValue(count, JSON.parse(columns))].join(' ') };
  });
}

/** How many rows share the first column, the first two, and so on. */
function rowsPerValue(count: number, columns: readonly (string | null)[]): readonly number[] {
  let rows = count;
  return columns.map((column) => {
    const values = column === null ? VALUES_OF_EXPRESSION : (VALUES[column] ?? count);
    rows = Math.max(1, Math.ceil(rows / values));
    return rows;
  });
}
