import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/server/database/open-store.ts';
import type { Store } from '../../../src/server/database/store.ts';
import { REACTIONS } from '../../../src/server/reactions.ts';
import { type Cluster, postgresPrograms, startCluster } from '../../support/postgres/cluster.ts';
import { createDatabase, dropDatabase } from '../../support/postgres/create-database.ts';
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts';
import { openSql, type Sql } from './sql.ts';

export type Engine = 'sqlite' | 'postgres';

const SERVERS: Readonly<Record<Engine, number>> = { sqlite: 1, postgres: 3 };

/** Servers on one database, in processes of their own. */
export interface Deployment {
  readonly engine: Engine;
  readonly servers: readonly ServerUnderTest[];
  /** Of SQLite the data folder; else a folder that nobody needs. */
  readonly folder: string;
  /** How `fleet serve` is told of the database. */
  readonly place: readonly string[];
  /** Only where it has a PostgreSQL of its own. */
  readonly cluster: Cluster | undefined;
  /** Straight to the database, past the servers. */
  readonly sql: Sql;
  /** Does what `fleet admin` does, beside the servers. */
  admin<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Ends it, once: its cluster may be gone when it is asked for again. */
  close(): Promise<void>;
}

export interface DeploymentOptions {
  /** An address of PostgreSQL to make the database on, in place of a cluster of its own. */
  readonly postgres?: string;
  /** Servers load the probe. */
  readonly probed?: boolean;
  readonly servers?: number;
  /** Where the data folder is made; the temporary folder without it. */
  readonly parent?: string;
  /** Gives the address under which servers reach the database. */
  readonly link?: (database: string) => Promise<string>;
  /** Run on the database before the servers start. */
  readonly prepare?: (place: { folder: string; database: string | undefined }) => Promise<void>;
}

const open = new Set<Deployment>();

/** Ends those that an interrupted run has open. */
export async function closeDeployments(): Promise<void> {
  await Promise.allSettled([...open].map((deployment) => deployment.close()));
}

/** Starts the servers of an engine on a new database: one on SQLite, three on PostgreSQL. */
export async function startDeployment(
  engine: Engine,
  options: DeploymentOptions = {},
): Promise<Deployment> {
  const folder = await mkdtemp(join(options.parent ?? tmpdir(), 'fleet-proof-'));
  const cluster =
    engine === 'postgres' && options.postgres === undefined ? await ownCluster() : undefined;
  const onPostgres = options.postgres ?? cluster?.url;
  const database =
    engine === 'postgres' && onPostgres !== undefined
      ? await createDatabase(onPostgres)
      : undefined;
  const reached =
    database === undefined ? undefined : ((await options.link?.(database)) ?? database);
  const place = reached === undefined ? ['--data', folder] : ['--database', reached];
  await options.prepare?.({ folder, database });
  const servers: ServerUnderTest[] = [];
  for (let number = 0; number < (options.servers ?? SERVERS[engine]); number += 1) {
    const probed = options.probed ?? false;
    servers.push(await startServerUnderTest({ database: place, probed }));
  }
  const sql = await openSql(folder, database);
  const deployment: Deployment = {
    engine,
    servers,
    folder,
    place,
    cluster,
    sql,
    async admin(work) {
      const store = await openStore({ folder, database, role: 'admin' }, REACTIONS);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
    async close() {
      if (!open.delete(deployment)) return;
      await Promise.all(servers.map((server) => server.stop()));
      await sql.close();
      if (cluster !== undefined) await cluster.remove();
      else if (database !== undefined) await dropDatabase(database);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  open.add(deployment);
  return deployment;
}

function ownCluster(): Promise<Cluster> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('no initdb and postgres of PostgreSQL are installed');
  return startCluster(programs, process.env['FLEET_TEST_POSTGRES_PARENT'] ?? tmpdir());
}
