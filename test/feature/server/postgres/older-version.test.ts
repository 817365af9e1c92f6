import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../../src/server/database/open-store.ts';
import { restoreFirstDatabase } from '../../../support/first-version/first-version.ts';
import { createTestDatabase, needsPostgres } from '../../../support/postgres/test-database.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

needsPostgres();

/** How a process of the first versions leased a slot, for so many milliseconds. */
const LEASE = `
  insert into process_slots (slot, holder, expires_at)
  values ($1, 'old', extract(epoch from clock_timestamp()) * 1000 + $2::int)
  on conflict (slot) do update set expires_at = excluded.expires_at`;

/** A database as the first version left it, with a connection of such a process. */
async function oldDatabase() {
  const database = await createTestDatabase();
  await restoreFirstDatabase(database);
  const client = new Client({ connectionString: database });
  await client.connect();
  client.on('error', () => {});
  onTestFinished(() => client.end());
  const open = () => openStore({ folder: newTemporaryFolder(), database, role: 'server' }, []);
  return { client, open };
}

test('while a process of an older version renews its slot, this version does not start', async () => {
  const { client, open } = await oldDatabase();
  await client.query(LEASE, [0, 30_000]);
  const renewing = setInterval(() => void client.query(LEASE, [0, 30_000]), 200);
  const refused = await open().catch((error: unknown) => error);
  clearInterval(renewing);
  expect(refused).toMatchObject({
    kind: 'local',
    facts: { code: 'older_version_running', advice: expect.stringContaining('Stop') },
  });
  const { rows } = await client.query('select name from migrations order by name desc limit 1');
  expect(rows).toEqual([{ name: '0006-channels-and-issues' }]);
});

test('the slot of an older process that was killed is waited for, and no older one leases again', async () => {
  const { client, open } = await oldDatabase();
  await client.query(LEASE, [3, 1500]);
  const startedAt = performance.now();
  const store = await open();
  onTestFinished(() => store.close());
  expect(performance.now() - startedAt).toBeGreaterThan(1000);
  await expect(client.query(LEASE, [3, 30_000])).rejects.toThrow('"process_slots" does not exist');
});
