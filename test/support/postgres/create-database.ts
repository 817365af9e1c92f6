import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** The database with today's schema and no row of anybody's, which `own-postgres.ts` makes. */
export const MIGRATED = 'migrated';

/** Makes a database and gives its address; without a template it is empty. */
export async function createDatabase(
  cluster: string,
  { name = `test_${randomBytes(8).toString('hex')}`, template = 'template1' } = {},
): Promise<string> {
  // The template's files have what the first connection would otherwise have to look up and write.
  await query(cluster, `create database ${name} template ${template} strategy file_copy`);
  return `${cluster}/${name}`;
}

/** Takes a database away, also from under those who use it. */
export async function dropDatabase(address: string): Promise<void> {
  const end = address.lastIndexOf('/');
  const name = address.slice(end + 1);
  await query(address.slice(0, end), `drop database if exists ${name} with (force)`);
}

async function query(cluster: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: `${cluster}/postgres` });
  await client.connect();
  await client.query(sql);
  await client.end();
}
