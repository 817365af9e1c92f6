import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/contract/failure.ts';
import { vacuum } from '../../../src/server/admin/vacuum.ts';
import type { Store } from '../../../src/server/database/store.ts';
import { updateOrganisation } from '../../../src/server/organisation/organisation-queries.ts';
import { createHistoryRemoval } from '../../../src/server/remove-history.ts';
import { writeFirstDatabase } from '../../support/first-version/first-version.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';
import { openTestService } from '../../support/test-service.ts';
import { openTestStore } from '../../support/test-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Adds entries of the audit log that take so many bytes each. */
function addEntries(store: Store, organisation: number, { count = 0, bytes = 1 }): Promise<void> {
  return store.write(async (transaction) => {
    for (let index = 0; index < count; index += 1) {
      const row = {
        organisation,
        id: transaction.newId(),
        at: transaction.now,
        action: 'test.entry',
        actor_kind: 'system',
        actor_id: null,
        actor_name: 'x'.repeat(bytes),
        machine: null,
        job: null,
        skill: null,
        command: null,
        request_id: null,
      } as const;
      await transaction.db.insertInto('audit').values(row).execute();
    }
  });
}

function countEntries(store: Store): Promise<number> {
  return store.read(async (db) => (await db.selectFrom('audit').select('id').execute()).length);
}

/** The code of the failure that a function ends with. */
function codeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error instanceof Failure && error.facts.code;
  }
}

/** Writes, and notes how many entries of the audit log each transaction took away. */
function writeAndCount(store: Store, removed: number[]): Store['write'] {
  return async (work, turns) => {
    const before = await countEntries(store);
    const result = await store.write(work, turns);
    removed.push(before - (await countEntries(store)));
    return result;
  };
}

test('history leaves in steps of 25 rows, four with each sweep', async () => {
  proves('HISTORY-small-steps');
  const { service, organisation, clock } = await openTestService();
  const { store } = service;
  const lengths: number[] = [];
  const removal = { ...store, write: writeAndCount(store, lengths) };
  await addEntries(store, organisation, { count: 250 });
  clock.advance(401 * DAY_MS);
  await addEntries(store, organisation, { count: 3 });
  const step = createHistoryRemoval({ ...service, store: removal });
  const left: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await step();
    left.push(await countEntries(store));
  }
  expect(left).toEqual([153, 53, 3, 3, 3]);
  expect(lengths).toEqual([25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 0]);
});

test('a rule that was taken back meanwhile removes nothing more', async () => {
  proves('HISTORY-small-steps');
  const { service, organisation, clock } = await openTestService();
  const { store } = service;
  await addEntries(store, organisation, { count: 250 });
  clock.advance(401 * DAY_MS);
  const step = createHistoryRemoval(service);
  await step();
  await store.write((tx) => updateOrganisation(tx, organisation, { keep_audit: null }));
  await step();
  await step();
  expect(await countEntries(store)).toBe(150);
});

test('a file that is mostly empty gives its space back, a little with each sweep', async () => {
  proves('HISTORY-space');
  const { store, folder } = await openTestStore();
  const size = async () => (await stat(join(folder, 'fleet.db'))).size;
  await addEntries(store, 1, { count: 1500, bytes: 3900 });
  await store.write(async ({ db, clearJournal }) => {
    await db.deleteFrom('audit').execute();
    clearJournal();
  });
  const full = await size();
  expect(full).toBeGreaterThan(5_000_000);
  await store.giveBackSpace();
  await store.write(async ({ clearJournal }) => clearJournal());
  const afterOne = await size();
  // A page of pointers to others may go with them.
  expect([256 * 4096, 257 * 4096]).toContain(full - afterOne);
  for (let round = 0; round < 10; round += 1) await store.giveBackSpace();
  await store.close();
  expect(await size()).toBeLessThan(2_000_000);
});

test('what was written goes from the journal into the file beside the requests, each second', async () => {
  proves('HISTORY-small-steps');
  const { store, folder, clock } = await openTestStore();
  const size = async () => (await stat(join(folder, 'fleet.db'))).size;
  const before = await size();
  await addEntries(store, 1, { count: 1500, bytes: 3900 });
  expect(await size()).toBe(before);
  clock.advance(1000);
  await expect.poll(size).toBeGreaterThan(5_000_000);
});

test('a file of an older version is left as it is, and gives space back once it was rewritten', async () => {
  proves('HISTORY-space');
  const folder = newTemporaryFolder();
  const size = async () => (await stat(join(folder, 'fleet.db'))).size;
  await writeFirstDatabase(folder);
  const { store } = await openTestStore(folder);
  const fillAndEmpty = async (one: Store) => {
    await addEntries(one, 1, { count: 1500, bytes: 3900 });
    await one.write(({ db }) =>
      db.deleteFrom('audit').where('actor_name', 'like', 'xx%').execute(),
    );
  };
  await fillAndEmpty(store);
  await store.giveBackSpace();
  expect(codeOf(() => vacuum(folder))).toBe('data_folder_in_use');
  await store.close();
  const full = await size();
  expect(full).toBeGreaterThan(5_000_000);
  expect(vacuum(folder)).toEqual({
    file: join(folder, 'fleet.db'),
    bytes_before: full,
    bytes: await size(),
  });
  const rewritten = await size();
  expect(rewritten).toBeLessThan(1_000_000);
  const again = await openTestStore(folder);
  expect(await countEntries(again.store)).toBe(18);
  await fillAndEmpty(again.store);
  for (let round = 0; round < 30; round += 1) await again.store.giveBackSpace();
  await again.store.close();
  expect(await size()).toBeLessThan(2_000_000);
});

test('a folder without a database is not given one by rewriting it', () => {
  expect(codeOf(() => vacuum(newTemporaryFolder()))).toBe('vacuum_failed');
});
