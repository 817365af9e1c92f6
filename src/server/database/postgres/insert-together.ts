import type { PostgresPoolClient } from 'kysely';
import type { NewRow } from '../insert-row.ts';

/** Rows of a transaction that wait for its next statement. */
interface RowsTogether {
  take(row: NewRow): void;
  /** Sends them, before a statement that may look for them. */
  send(): void;
}

/** What JSON says by an escape and PostgreSQL takes from no JSON: halves of a character, and NUL. */
const UNFIT = /\\u(?:d[89a-f]|0000)/i;

/**
 * Inserts rows of one kind by one statement, which takes them as JSON: of a dozen rows each costs
 * the database two thirds, and this process less than half of a statement of its own. There are no
 * foreign keys, so that rows of different tables may change places. Fails with the next statement of the
 * transaction, as every insert that is not waited for (`guarded-client.ts`).
 */
export function insertTogether(client: PostgresPoolClient): RowsTogether {
  let waiting = new Map<string, NewRow[]>();

  function insert(sql: string, values: readonly unknown[]): void {
    // The error is thrown by the next statement.
    client.query(sql, values).catch(() => {});
  }

  return {
    take(row) {
      const alike = waiting.get(row.statement);
      if (alike === undefined) waiting.set(row.statement, [row]);
      else alike.push(row);
    },
    send() {
      if (waiting.size === 0) return;
      const sent = waiting;
      waiting = new Map();
      for (const [statement, rows] of sent) {
        const [first, ...others] = rows;
        const json = others.length === 0 ? undefined : fitJson(rows);
        if (first === undefined) continue;
        if (json !== undefined) insert(statementOf(first), [json]);
        else for (const { values } of rows) insert(statement, values);
      }
    },
  };
}

function fitJson(rows: readonly NewRow[]): string | undefined {
  const json = JSON.stringify(rows.map(({ row }) => row));
  return UNFIT.test(json) ? undefined : json;
}

const statements = new Map<string, string>();

/** The statement for rows of which each alone would be inserted by the statement of this one. */
function statementOf({ statement, table, row }: NewRow): string {
  const known = statements.get(statement);
  if (known !== undefined) return known;
  const columns = Object.entries(row)
    .filter(([, value]) => value !== undefined)
    .map(([column]) => `"${column}"`)
    .join(', ');
  const made =
    `insert into "${table}" (${columns}) ` +
    `select ${columns} from json_populate_recordset(null::"${table}", $1::json)`;
  statements.set(statement, made);
  return made;
}
