import { tmpdir } from 'node:os';
import { migrate } from '../../../src/server/database/migrate.ts';
import { openPostgres } from '../../../src/server/database/postgres/dialect.ts';
import { postgresPrograms, startCluster } from '../postgres/cluster.ts';
import { createDatabase, MIGRATED } from '../postgres/create-database.ts';

/**
 * Starts one PostgreSQL for the run, where its programs are installed; workers find its address in
 * the environment. It comes before the run's own temporary folder, which its user could not enter.
 */
export async function setup(): Promise<() => Promise<void>> {
  const programs = postgresPrograms();
  if (programs === undefined) return async () => {};
  const parent = tmpdir();
  const cluster = await startCluster(programs, parent, { unsafe: true });
  try {
    await migrateTemplate(cluster.url);
  } catch (error) {
    await cluster.remove();
    throw error;
  }
  process.env['FLEET_TEST_POSTGRES'] = cluster.url;
  process.env['FLEET_TEST_POSTGRES_PARENT'] = parent;
  return () => cluster.remove();
}

/** Most databases are copies of this one, so that hundreds need not be migrated one by one. */
async function migrateTemplate(cluster: string): Promise<void> {
  const url = await createDatabase(cluster, { name: MIGRATED });
  const dialect = openPostgres({ url, onWake: () => {}, onWakeAll: () => {} });
  await migrate(dialect);
  await dialect.close();
}
