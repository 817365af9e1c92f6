import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

/** Statements of either engine, whose whole numbers are numbers. */
export interface Sql {
  // biome-ignore lint/suspicious/noExplicitAny: the statement says what its rows are
  (text: string): Promise<any[]>;
  close(): Promise<void>;
}

const BUSY_MS = 20_000;

/** Opens PostgreSQL where there is an address, else the SQLite file of the folder at each statement. */
export async function openSql(folder: string, database: string | undefined): Promise<Sql> {
  if (database === undefined) return Object.assign(sqliteOf(folder), { close: async () => {} });
  const client = new Client({
    connectionString: database,
    types: { getTypeParser: () => (text: string) => (/^-?\d+$/.test(text) ? Number(text) : text) },
  });
  // The database may be stopped under it.
  client.on('error', () => {});
  await client.connect();
  const run = async (text: string) => (await client.query(text)).rows;
  return Object.assign(run, { close: () => client.end() });
}

function sqliteOf(folder: string) {
  return async (text: string) => {
    const file = new DatabaseSync(join(folder, 'fleet.db'), { timeout: BUSY_MS });
    try {
      return file.prepare(text).all();
    } finally {
      file.close();
    }
  };
}
