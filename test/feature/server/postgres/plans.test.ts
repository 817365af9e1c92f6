import { Client } from 'pg';
import { expect, test } from 'vitest';
import { postgresFaults } from '../../../support/plans/postgres-plan.ts';
import { lookUps, recordStatements } from '../../../support/plans/record-statements.ts';
import { runEverything } from '../../../support/plans/run-everything.ts';
import {
  choosePostgres,
  databaseOf,
  describePostgres,
} from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';

choosePostgres();

const LOST = [
  'jobs_by_status',
  'jobs_by_status_of_machine',
  'commands_by_type',
  'commands_by_status_of_machine',
  'audit_by_action',
  'deliveries_by_job',
  'sends_by_end',
  'issues_by_number',
];
/** More than it takes, on a busy machine. */
const TIMEOUT_MS = 120_000;

/** Shows whether there is an index for it, where a table of a few rows would be read as a whole. */
const SETTINGS = `set enable_seqscan = off; set plan_cache_mode = force_generic_plan`;

/** Of a table with a row or two any plan is as good: these have more than the requests of the test made. */
const MORE_ROWS = [
  `sends (organisation, id, purpose, channel, body, state, tries, created_at, ended_at)
    select 1 + i % 4, i, 'alert', i % 7, '', 'sent', 1, i, i`,
  `issues (organisation, id, number, title, description, kind, severity, status, asked_kind,
      asked_id, asked_name, created_at, updated_at)
    select 1 + i % 4, i, 100000 + i, '', '', 'bug', 'low', 'received', 'key', 'key_' || i % 9, '', i, i`,
  `sealed_secrets (organisation, id, state) select 1 + i % 4, i, 'claimed'`,
  `held_deliveries (organisation, id, machine, skill, received_at)
    select 1 + i % 4, i, i % 20, 'skill', i`,
  `live_outputs (organisation, id, stream, text, until) select 1 + i % 4, i, 'stdout', '', i`,
  `closed_questions (organisation, job, key, closed_at) select 1 + i % 4, i, 'key', i`,
  `kept_days (organisation, day, version) select 1 + i % 4, i, 1`,
].map((rows) => `insert into ${rows} from generate_series(1, 1000) i`);

/** A million rows in each table, as the planner sees it; the shares of values are those of the test. */
const LONG_HISTORY = `analyze; update pg_class set reltuples = 1000000
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') and relpages > 0`;

describePostgres('plans on PostgreSQL', () => {
  test('every request and timer finds its rows by an index, and a lost index shows', {
    timeout: TIMEOUT_MS,
  }, async () => {
    proves('HISTORY-plans');
    const statements = recordStatements();
    let address: string | undefined;
    const missing = await runEverything((folder) => async (inserts) => {
      address = await databaseOf(folder);
      const client = await connect(address);
      for (const statement of inserts) await client.query(statement);
      await client.end();
    });
    expect(missing).toEqual([]);
    const found = lookUps(statements);
    expect(found.length).toBeGreaterThan(100);
    const client = await connect(address);
    await client.query(SETTINGS);
    await client.query(MORE_ROWS.join(';'));
    await client.query(LONG_HISTORY);
    const faults = async () => {
      const all: string[] = [];
      for (const text of found) {
        for (const fault of await postgresFaults(client, text)) all.push(`${fault}: ${text}`);
      }
      return all;
    };
    expect(await faults()).toEqual([]);
    for (const index of LOST) {
      await client.query(`begin; drop index ${index}`);
      expect(await faults(), index).not.toEqual([]);
      await client.query('rollback');
    }
    await client.end();
  });
});

async function connect(connectionString: string | undefined): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  return client;
}
