import { once } from 'node:events';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { backgroundClock } from '../../../../src/base/time/clock.ts';
import { openStore } from '../../../../src/server/database/open-store.ts';
import { leaseSlot } from '../../../../src/server/database/postgres/slot-lease.ts';
import { insertOrganisation } from '../../../../src/server/organisation/organisation-queries.ts';
import { MIGRATED } from '../../../support/postgres/create-database.ts';
import { startSecondServer, startServerProcess } from '../../../support/postgres/second-server.ts';
import { createTestDatabase, needsPostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

needsPostgres();

async function connect(database: string): Promise<Client> {
  const client = new Client({ connectionString: database });
  await client.connect();
  // The database goes with the test, also from under this connection.
  client.on('error', () => {});
  onTestFinished(() => client.end());
  return client;
}

/** The slots that connections to this database hold. */
async function heldSlots(client: Client): Promise<readonly number[]> {
  const { rows } = await client.query(
    `select objid::int as slot from pg_locks where locktype = 'advisory' and classid = 3
       and database = (select oid from pg_database where datname = current_database())
     order by slot`,
  );
  return rows.map(({ slot }) => slot);
}

function lease(url: string) {
  const onTime = (): void => {};
  return leaseSlot({ url, clock: backgroundClock, newestId: 0, isRealTime: true, onTime });
}

test('the slot of a killed process is free at once, and what it held locked as well', async () => {
  const database = await createTestDatabase();
  const killed = startServerProcess();
  await killed.start(database);
  const client = await connect(database);
  expect(await heldSlots(client)).toEqual([0]);
  const ended = once(killed.process, 'exit');
  killed.process.kill('SIGKILL');
  await ended;
  await expect.poll(() => heldSlots(client), { timeout: 2000 }).toEqual([]);
  const next = await startSecondServer(database);
  expect((await fetch(`${next.baseUrl}/healthz`)).status).toBe(200);
  expect(await heldSlots(client)).toEqual([0]);
  await next.close();
  expect(await heldSlots(client)).toEqual([]);
});

test('64 processes have a slot each, the next one is told so, and fleet admin needs none', async () => {
  const database = await createTestDatabase(MIGRATED);
  const leases: Awaited<ReturnType<typeof lease>>[] = [];
  onTestFinished(async () => void (await Promise.all(leases.map(({ release }) => release()))));
  // 64 connections at once wait for each other longer than one may take on a busy computer.
  for (let round = 0; round < 4; round += 1) {
    leases.push(...(await Promise.all(Array.from({ length: 16 }, () => lease(database)))));
  }
  const ids = leases.map(({ ids }) => ids.next(1));
  expect(new Set(ids.map((id) => Math.floor((id % 2048) / 32))).size).toBe(64);
  await expect(lease(database)).rejects.toMatchObject({ facts: { code: 'too_many_processes' } });
  const options = { folder: newTemporaryFolder(), database } as const;
  const starting = openStore({ ...options, role: 'server' }, []);
  await expect(starting).rejects.toMatchObject({ facts: { code: 'too_many_processes' } });
  const admin = await openStore({ ...options, role: 'admin' }, []);
  const made = await admin.write((transaction) =>
    insertOrganisation(transaction, { slug: 'acme', name: 'Acme' }),
  );
  await admin.close();
  expect(made.slug).toBe('acme');
}, 60_000);

test('a slot whose connection is cut gives no ids until it is held again', async () => {
  const database = await createTestDatabase(MIGRATED);
  const { ids, release } = await lease(database);
  onTestFinished(release);
  const first = ids.next(1);
  const client = await connect(database);
  await client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 3
       and database = (select oid from pg_database where datname = current_database())`,
  );
  await expect.poll(() => isRefused(() => ids.next(1))).toBe(true);
  await expect.poll(() => isRefused(() => ids.next(1))).toBe(false);
  expect(ids.next(1)).toBeGreaterThan(first);
});

function isRefused(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

test('fleet admin makes no table in a PostgreSQL database on which no server has started', async () => {
  proves('UI-admin-makes-nothing');
  const options = { folder: newTemporaryFolder(), database: await createTestDatabase() } as const;
  const open = () => openStore({ ...options, role: 'admin', mustExist: true }, []);
  await expect(open()).rejects.toMatchObject({ facts: { code: 'no_database' } });
  await expect(open()).rejects.toMatchObject({ facts: { code: 'no_database' } });
  await (await openStore({ ...options, role: 'server' }, [])).close();
  await (await open()).close();
});
