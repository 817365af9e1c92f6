import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../src/server/database/migrate.ts';
import { openPostgres } from '../../../src/server/database/postgres/dialect.ts';
import { postgresPrograms, startCluster } from '../../support/postgres/cluster.ts';
import { createDatabase } from '../../support/postgres/create-database.ts';
import type { TwinWorlds } from './check-call.ts';
import { startWorld, type World } from './world.ts';

export type Engine = 'sqlite' | 'postgres';

/** Twins, and one for requests that no other surface can send. */
export interface Worlds extends TwinWorlds {
  readonly raw: World;
}

const TEMPLATE = 'migrated';

/** Gives `work` a function that opens four empty worlds on an engine; what they store is gone afterwards. */
export async function withEngine<T>(
  engine: Engine,
  work: (openWorlds: () => Promise<Worlds>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-contract-'));
  const cluster = engine === 'postgres' ? await startEmptyCluster() : undefined;
  const open = async (): Promise<World> => {
    const database = cluster && (await createDatabase(cluster.url, { template: TEMPLATE }));
    return startWorld(await mkdtemp(join(folder, 'world-')), database);
  };
  try {
    return await work(async () => ({
      byName: await open(),
      byRoute: await open(),
      overMcp: await open(),
      raw: await open(),
    }));
  } finally {
    await cluster?.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startEmptyCluster() {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('no initdb and postgres of PostgreSQL are installed');
  const cluster = await startCluster(programs, tmpdir(), { unsafe: true });
  const url = await createDatabase(cluster.url, { name: TEMPLATE });
  const dialect = openPostgres({ url, onWake: () => {}, onWakeAll: () => {} });
  await migrate(dialect);
  await dialect.close();
  return cluster;
}
