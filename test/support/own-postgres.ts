import { tmpdir } from 'node:os';
import { postgresPrograms, startCluster } from './postgres-cluster.ts';

/**
 * Starts one PostgreSQL for the run, where its programs are installed; workers find its address in
 * the environment. It comes before the run's own temporary folder, which its user could not enter.
 */
export async function setup(): Promise<() => Promise<void>> {
  const programs = postgresPrograms();
  if (programs === undefined) return async () => {};
  const parent = tmpdir();
  const cluster = await startCluster(programs, parent);
  process.env['FLEET_TEST_POSTGRES'] = cluster.url;
  process.env['FLEET_TEST_POSTGRES_PARENT'] = parent;
  return () => cluster.remove();
}
