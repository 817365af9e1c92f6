import { expect, test } from 'vitest';
import {
  insertOrganisation,
  listOrganisations,
} from '../../../src/server/organisation/organisation-queries.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';
import { openTestStore } from '../../support/test-store.ts';

test('a committed row is read, and a failed transaction leaves nothing', async () => {
  const { store, woken } = await openTestStore();
  await store.write(async (transaction) => {
    await insertOrganisation(transaction, { slug: 'acme', name: 'Acme' });
    transaction.wake('news');
  });
  const failing = store.write(async (transaction) => {
    await insertOrganisation(transaction, { slug: 'lost', name: 'Lost' });
    transaction.wake('no news');
    throw new Error('half way');
  });
  await expect(failing).rejects.toThrow('half way');
  const slugs = (await store.read(listOrganisations)).map(({ slug }) => slug);
  expect(slugs).toEqual(['acme']);
  // A wake is only a hint: where processes share a database, one's own may come back to it.
  expect(new Set(woken)).toEqual(new Set(['news']));
});

test('no statement falls into the transaction of another', async () => {
  const { store } = await openTestStore();
  const gate = Promise.withResolvers<void>();
  const failing = store.write(async (transaction) => {
    await insertOrganisation(transaction, { slug: 'first', name: 'First' });
    await gate.promise;
    throw new Error('rolled back');
  });
  const following = store.write((transaction) =>
    insertOrganisation(transaction, { slug: 'second', name: 'Second' }),
  );
  // The other transaction need not wait for this one, and may have ended by now.
  const seen = (await store.read(listOrganisations)).map(({ slug }) => slug);
  expect(seen).not.toContain('first');
  gate.resolve();
  await expect(failing).rejects.toThrow('rolled back');
  await following;
  expect((await store.read(listOrganisations)).map(({ slug }) => slug)).toEqual(['second']);
});

test('the reading connection cannot write', async () => {
  const { store } = await openTestStore();
  const writing = store.read((db) => db.deleteFrom('organisations').execute());
  await expect(writing).rejects.toMatchObject({ code: 'unavailable' });
});

test('ids go on behind the newest stored one after a restart with a clock that stepped back', async () => {
  const folder = newTemporaryFolder();
  const first = await openTestStore(folder);
  first.clock.advance(3_600_000);
  const before = await first.store.write((transaction) =>
    insertOrganisation(transaction, { slug: 'acme', name: 'Acme' }),
  );
  await first.store.close();
  const second = await openTestStore(folder);
  const after = await second.store.write(async (transaction) => transaction.newId());
  expect(after).toBeGreaterThan(before.id);
});
