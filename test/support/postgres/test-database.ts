import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase, dropDatabase, MIGRATED } from './create-database.ts';

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

/** What this process opens from now on works on PostgreSQL; only for files whose process runs no others. */
export function choosePostgres(): void {
  const { testPath = '' } = expect.getState();
  if (!/[\\/](server|prove)[\\/]postgres[\\/]/.test(testPath)) throw new Error('not in postgres/');
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

/** Whether the tests of this process run on PostgreSQL. */
export function isOnPostgres(): boolean {
  return onPostgresNow;
}

/** The migrated database under test for this data folder, the same each time; undefined is the folder's own. */
export function databaseOf(folder: string): Promise<string> | undefined {
  if (!onPostgresNow) return undefined;
  const known = ofFolder.get(folder) ?? createTestDatabase(MIGRATED);
  ofFolder.set(folder, known);
  return known;
}

/** A PostgreSQL database, empty without a template, gone with the running test. */
export async function createTestDatabase(template?: string): Promise<string> {
  if (CLUSTER === undefined) throw new Error('there is no PostgreSQL');
  const address = await createDatabase(CLUSTER, template === undefined ? {} : { template });
  onTestFinished(() => dropDatabase(address));
  return address;
}
