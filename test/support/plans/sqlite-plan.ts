import type { DatabaseSync } from 'node:sqlite';
import { faultOf, readsFew, type TableAccess } from './scan-faults.ts';

/** What is wrong with SQLite's plan of a statement over a long history. */
export function sqliteFaults(database: DatabaseSync, statement: string): readonly string[] {
  const tables = tablesIn(database);
  const aliases = aliasesOf(statement);
  const steps = database.prepare(`explain query plan ${statement}`).all();
  const parts = Map.groupBy(steps, ({ parent }) => parent);
  return [...parts.values()].flatMap((part) => {
    const details = part.map(({ detail }) => String(detail));
    const accesses = details
      .map((detail) => accessOf(detail, aliases))
      .filter((access) => access !== undefined)
      .filter(({ table }) => tables.has(table));
    const faults = accesses
      .map((access) => faultOf(access, statement))
      .filter((fault) => fault !== undefined);
    const sorts = details.some((detail) => detail.startsWith('USE TEMP B-TREE FOR ORDER BY'));
    if (!sorts || !isPage(statement) || accesses.every(readsFew)) return faults;
    return [...faults, `sorts ${accesses.map(({ table }) => table).join(', ')}`];
  });
}

/** Some of many rows in an order, where the rows are not named. */
function isPage(statement: string): boolean {
  return /\blimit\b/i.test(statement) && !/"id" in \(/.test(statement);
}

/** Not the index of words, which has one way to be read. */
function tablesIn(database: DatabaseSync): ReadonlySet<string> {
  const rows = database
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'deliveries_text%'",
    )
    .all();
  return new Set(rows.map(({ name }) => String(name)));
}

/** Aliases of tables, `earlier` for `sends`. */
function aliasesOf(statement: string): ReadonlyMap<string, string> {
  const found = statement.matchAll(/(?:from|join|,)\s+"?(\w+)"?\s+as\s+"?(\w+)"?/gi);
  const short = statement.matchAll(/(?:from|join|,)\s+"?(\w+)"?\s+([a-z])\s/gi);
  return new Map([...found, ...short].map(([, table = '', alias = '']) => [alias, table]));
}

const ACCESS =
  /^(?:SCAN|SEARCH) (\w+)(?: USING (?:COVERING )?(?:(INTEGER PRIMARY KEY)|INDEX (\w+)))?(?: \((.*)\))?/;
function accessOf(detail: string, names: ReadonlyMap<string, string>): TableAccess | undefined {
  const [, name, key, index, bounds = ''] = ACCESS.exec(detail) ?? [];
  if (name === undefined) return undefined;
  const columns = [...bounds.matchAll(/(\w+|<expr>)\s*(?:=|>|<)/g)].map(
    ([, column = '']) => column,
  );
  return { table: names.get(name) ?? name, index: key ?? index, bounds: columns };
}
