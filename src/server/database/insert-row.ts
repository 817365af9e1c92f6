import { CompiledQuery, type Insertable } from 'kysely';
import type { Connection } from './connection.ts';
import type { Tables } from './schema.ts';

/** A row with the statement that inserts it alone. */
export interface NewRow {
  readonly statement: string;
  readonly values: readonly unknown[];
  readonly table: string;
  /** As it was given: what is undefined is no column. */
  readonly row: object;
}

/** By the engine, then by the table with its columns in their order. */
const statements = new WeakMap<object, Map<string, string>>();

/** Of transactions whose rows are inserted together: what takes a row. */
const takers = new WeakMap<Connection, (row: NewRow) => void>();

/** Has the rows of this transaction taken, for who inserts them before its next statement. */
export function takeRows(db: Connection, take: (row: NewRow) => void): void {
  takers.set(db, take);
}

/**
 * Inserts a row. The statement is made once for each engine, table and order of columns: to make it
 * takes as long as SQLite takes to run it. A column whose value is undefined is left out.
 */
export async function insertRow<Table extends keyof Tables>(
  db: Connection,
  table: Table,
  row: Insertable<Tables[Table]>,
): Promise<void> {
  const engine = db.getExecutor().adapter.constructor;
  const known = statements.get(engine) ?? new Map<string, string>();
  statements.set(engine, known);
  let columns: string = table;
  const values: unknown[] = [];
  for (const [column, value] of Object.entries(row)) {
    if (value === undefined) continue;
    columns += ` ${column}`;
    values.push(value);
  }
  const statement = known.get(columns) ?? db.insertInto(table).values(row).compile().sql;
  known.set(columns, statement);
  const take = takers.get(db);
  if (take === undefined) await db.executeQuery(CompiledQuery.raw(statement, values));
  else take({ statement, values, table, row });
}
