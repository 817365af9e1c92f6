import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openReaderQueries } from '../../../src/server/database/sqlite/dialect.ts';
import { lookUps, recordStatements } from '../../support/plans/record-statements.ts';
import { runEverything } from '../../support/plans/run-everything.ts';
import { sqliteFaults } from '../../support/plans/sqlite-plan.ts';
import { proves } from '../../support/proves.ts';
import { openTestStore } from '../../support/test-store.ts';

const LOST = [
  'jobs_by_status',
  'jobs_by_status_of_machine',
  'commands_by_type',
  'commands_by_status_of_machine',
  'commands_by_type_of_machine',
  'audit_by_action',
  'deliveries_by_job',
  'jobs_by_progress',
];
/** More than it takes, on a busy machine. */
const TIMEOUT_MS = 120_000;

test('every request and timer finds its rows by an index of SQLite, and a lost index shows', {
  timeout: TIMEOUT_MS,
}, async () => {
  proves('HISTORY-plans');
  const statements = recordStatements();
  await openTestStore();
  // Migrations run once, and may look at every row.
  const atStart = new Set(statements);
  let folder = '';
  const missing = await runEverything((dataFolder) => async (inserts) => {
    folder = dataFolder;
    const database = new DatabaseSync(join(dataFolder, 'fleet.db'));
    for (const statement of inserts) database.exec(statement);
    database.close();
  });
  expect(missing).toEqual([]);
  const reader = openReaderQueries(join(folder, 'fleet.db'));
  const days = { sinceDay: 20_000, today: 20_002, openDay: 20_001 };
  await reader.fleetStatistics({ organisation: 1, ...days });
  await reader.jobStatistics({ organisation: 1, machine: 1, since: 0 });
  const found = lookUps(statements).filter((text) => !atStart.has(text));
  expect(found.length).toBeGreaterThan(100);
  const database = new DatabaseSync(join(folder, 'fleet.db'));
  const faults = () =>
    found.flatMap((text) => sqliteFaults(database, text).map((fault) => `${fault}: ${text}`));
  expect(faults()).toEqual([]);
  for (const index of LOST) {
    database.exec('savepoint lost');
    database.exec(`drop index ${index}`);
    expect(faults(), index).not.toEqual([]);
    database.exec('rollback to lost; release lost');
  }
  database.close();
});
