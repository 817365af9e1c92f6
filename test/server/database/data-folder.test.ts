import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/server/database/open-store.ts';
import {
  insertOrganisation,
  listOrganisations,
} from '../../../src/server/organisation/organisation-queries.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';
import { openTestStore } from '../../support/test-store.ts';

test('a second server is refused the folder, and gets it once the first has ended', async () => {
  const folder = newTemporaryFolder();
  const { store } = await openTestStore(folder);
  await expect(openTestStore(folder)).rejects.toMatchObject({
    kind: 'local',
    facts: { code: 'data_folder_in_use' },
  });
  await store.close();
  await openTestStore(folder);
});

test('fleet admin works beside a running server and gives other ids in the same millisecond', async () => {
  const { store, folder } = await openTestStore();
  const admin = await openStore({ folder, clock: createFakeClock(), role: 'admin' }, []);
  onTestFinished(() => admin.close());
  const own = await store.write(async (transaction) => transaction.newId());
  const ofAdmin = await admin.write(async (transaction) => transaction.newId());
  expect(ofAdmin).not.toBe(own);
  await admin.write((transaction) =>
    insertOrganisation(transaction, { slug: 'acme', name: 'Acme' }),
  );
  const slugs = (await store.read(listOrganisations)).map(({ slug }) => slug);
  expect(slugs).toContain('acme');
});

test('a transaction has the write lock from its beginning, so that what it read stays so', async () => {
  const { store, folder } = await openTestStore();
  const clock = createFakeClock();
  const admin = await openStore({ folder, clock, role: 'admin', busyTimeoutMs: 10 }, []);
  onTestFinished(() => admin.close());
  await store.write(async ({ db }) => {
    expect(await listOrganisations(db)).toEqual([]);
    const meanwhile = admin.write((transaction) =>
      insertOrganisation(transaction, { slug: 'acme', name: 'Acme' }),
    );
    await expect(meanwhile).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test('the data folder is its owner’s alone, and the database is durable at every commit', async () => {
  const folder = join(newTemporaryFolder(), 'deep', 'data');
  await openTestStore(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(existsSync(join(folder, 'fleet.db-wal'))).toBe(true);
});

test('a database of a newer version is left alone', async () => {
  const folder = newTemporaryFolder();
  const { store } = await openTestStore(folder);
  await store.close();
  const database = new DatabaseSync(join(folder, 'fleet.db'));
  database.exec("insert into migrations values ('9999-from-the-future', 0)");
  database.close();
  await expect(openTestStore(folder)).rejects.toMatchObject({ facts: { code: 'newer_database' } });
});

test('a folder that cannot be used is named', async () => {
  const folder = newTemporaryFolder();
  chmodSync(folder, 0o700);
  const file = join(folder, 'fleet.db');
  new DatabaseSync(file).close();
  const inFile = join(file, 'below-a-file');
  await expect(openTestStore(inFile)).rejects.toMatchObject({
    facts: { code: 'data_folder_unusable', detail: expect.stringContaining(inFile) },
  });
});
