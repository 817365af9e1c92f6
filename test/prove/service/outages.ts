import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Cluster, postgresPrograms, startCluster } from '../../support/postgres/cluster.ts';
import type { Deployment } from './deployment.ts';
import { type FaultyLink, startFaultyLink } from './faulty-link.ts';
import type { Scene } from './proof.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** A way for a database to go away and come back. */
export interface Outage {
  readonly name: string;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

/** A deployment with everything that can happen to its database. */
export interface Fragile {
  readonly deployment: Deployment;
  readonly outages: readonly Outage[];
  /** What cannot happen here, and why. */
  readonly leftOut: readonly string[];
  remove(): Promise<void>;
}

const SQLITE_DISK_MB = 96;
const POSTGRES_DISK_MB = 160;
const NO_DISK = 'A full disk was left out: a small one cannot be mounted here.';

/** SQLite: another process holds the lock, and the disk is full. */
export async function fragileSqlite({ another }: Scene): Promise<Fragile> {
  const disk = mountSmallDisk(SQLITE_DISK_MB);
  const deployment = await another(disk === undefined ? {} : { parent: disk.folder });
  let holder: DatabaseSync | undefined;
  const locked: Outage = {
    name: 'locked by another process',
    begin() {
      holder = new DatabaseSync(join(deployment.folder, 'fleet.db'), { timeout: 20_000 });
      holder.exec('begin immediate');
    },
    end() {
      holder?.close();
    },
  };
  return {
    deployment,
    outages: [locked, ...fullDisk(disk)],
    leftOut: disk === undefined ? [NO_DISK] : [],
    async remove() {
      await deployment.close();
      disk?.remove();
    },
  };
}

/** PostgreSQL of its own: stopped, frozen, refused, unheard, and with a full disk. */
export async function fragilePostgres({ another }: Scene): Promise<Fragile> {
  const disk = mountSmallDisk(POSTGRES_DISK_MB);
  const parent = disk?.folder ?? process.env['FLEET_TEST_POSTGRES_PARENT'] ?? '/tmp';
  const cluster = await startCluster(postgresPrograms() ?? '', parent);
  const link = await startFaultyLink(Number(new URL(cluster.url).port));
  const deployment = await another({
    postgres: cluster.url,
    link: async (database) => {
      const address = new URL(database);
      address.port = String(link.port);
      return address.href;
    },
  });
  return {
    deployment,
    outages: [...ofCluster(cluster), ...ofLink(link), ...fullDisk(disk)],
    leftOut: disk === undefined ? [NO_DISK] : [],
    async remove() {
      // A database that is still away cannot be dropped: it goes with its cluster.
      await deployment.close().catch(() => {});
      await link.close();
      await cluster.remove();
      disk?.remove();
    },
  };
}

function ofCluster(cluster: Cluster): readonly Outage[] {
  return [
    { name: 'stopped', begin: () => cluster.stopServer(), end: () => cluster.startServer() },
    {
      name: 'frozen',
      begin: () => cluster.signal('SIGSTOP'),
      end: () => cluster.signal('SIGCONT'),
    },
  ];
}

function ofLink(link: FaultyLink): readonly Outage[] {
  return [
    { name: 'refused', begin: () => link.refuse(), end: () => link.repair() },
    { name: 'packets dropped', begin: () => link.drop(), end: () => link.repair() },
  ];
}

function fullDisk(disk: SmallDisk | undefined): readonly Outage[] {
  if (disk === undefined) return [];
  return [{ name: 'disk full', begin: () => disk.fill(), end: () => disk.free() }];
}
