import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';

/** The different statements that this process sends to either engine until the test ends. */
export function recordStatements(): ReadonlySet<string> {
  const statements = new Set<string>();
  const { prepare } = DatabaseSync.prototype;
  const { query } = Client.prototype;
  DatabaseSync.prototype.prepare = function record(text, ...rest) {
    statements.add(text);
    return prepare.call(this, text, ...rest);
  };
  const recording = function record(this: Client, ...given: readonly unknown[]): unknown {
    const [first] = given as readonly (string | { readonly text?: string })[];
    const text = typeof first === 'string' ? first : first?.text;
    if (text !== undefined) statements.add(text);
    return Reflect.apply(query, this, given);
  };
  Client.prototype.query = recording as typeof query;
  onTestFinished(() => {
    DatabaseSync.prototype.prepare = prepare;
    Client.prototype.query = query;
  });
  return statements;
}

const READS_ROWS = /^\s*(select|update|delete|with)\b/i;

/** Of the engine's own tables. */
const OF_THE_ENGINE = /sqlite_schema|sqlite_stat1|pg_|information_schema/;

/** Those of the statements that look for rows in tables. */
export function lookUps(statements: ReadonlySet<string>): readonly string[] {
  return [...statements].filter(
    (text) => READS_ROWS.test(text) && /\b(from|update)\b/i.test(text) && !OF_THE_ENGINE.test(text),
  );
}
