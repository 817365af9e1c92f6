import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { beforeEach, describe, onTestFinished, test } from 'vitest';

const CLUSTER = process.env['FLEET_TEST_POSTGRES'];
const WITHOUT = CLUSTER === undefined;
const REASON = 'no initdb and postgres of PostgreSQL are installed';

let onPostgresNow = false;
const ofFolder = new Map<string, Promise<string>>();

/**
 * Runs the tests of other files once more, on PostgreSQL: every store and server that they open
 * works on a database of its own there. To be called at the top of a test file.
 */
export function onPostgres(load: () => Promise<unknown>): void {
  choosePostgres();
  describePostgres('on PostgreSQL', load);
}

/** What this file opens from now on works on PostgreSQL. */
export function choosePostgres(): void {
  onPostgresNow = true;
}

/** Tests that need PostgreSQL; without it they are skipped, which `.ci/run` takes for a failure. */
export function describePostgres(name: string, load: () => unknown): void {
  if (!WITHOUT) describe(name, async () => void (await load()));
  else test(name, ({ skip }) => skip(REASON));
}

/** Every test of the file needs PostgreSQL. */
export function needsPostgres(): void {
  beforeEach(({ skip }) => skip(WITHOUT, REASON));
}

/** Whether this test file runs on PostgreSQL. */
export function isOnPostgres(): boolean {
  return onPostgresNow;
}

/** The database under test for this data folder, the same each time; undefined is the folder's own. */
export function databaseOf(folder: string): Promise<string> | undefined {
  if (!onPostgresNow) return undefined;
  const known = ofFolder.get(folder) ?? createTestDatabase();
  ofFolder.set(folder, known);
  return known;
}

/** An empty PostgreSQL database, gone with the running test. */
export async function createTestDatabase(cluster = CLUSTER): Promise<string> {
  if (cluster === undefined) throw new Error('there is no PostgreSQL');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await query(cluster, `create database ${name}`);
  onTestFinished(() => query(cluster, `drop database if exists ${name} with (force)`));
  return `${cluster}/${name}`;
}

async function query(cluster: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: `${cluster}/postgres` });
  await client.connect();
  await client.query(sql);
  await client.end();
}
