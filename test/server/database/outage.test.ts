import { copyFile, open, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import {
  insertOrganisation,
  listOrganisations,
} from '../../../src/server/organisation/organisation-queries.ts';
import { proves } from '../../support/proves.ts';
import { openTestStore } from '../../support/test-store.ts';

const span = { organisation: 1, since: 0 };

test('everything asked of a closed store is unavailable, with the seconds to wait', async () => {
  proves('ERR-unavailable');
  const { store } = await openTestStore();
  await store.close();
  const refusal = { code: 'unavailable', status: 503, retryAfterSeconds: 1 };
  await expect(store.read(listOrganisations)).rejects.toMatchObject(refusal);
  await expect(store.write(async () => 1)).rejects.toMatchObject(refusal);
  await expect(store.statistics.jobStatistics(span)).rejects.toMatchObject(refusal);
});

test('a database that another process keeps locked is unavailable, and usable again after', async () => {
  proves('ERR-unavailable');
  const { store, folder } = await openTestStore();
  const other = new DatabaseSync(join(folder, 'fleet.db'));
  other.exec('begin exclusive');
  const write = () =>
    store.write((transaction) => insertOrganisation(transaction, { slug: 'a', name: 'A' }));
  await expect(write()).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  other.exec('rollback');
  other.close();
  await expect(write()).resolves.toMatchObject({ slug: 'a' });
});

test('while another process has the lock, reads are answered, and a write waits for its end', async () => {
  proves('ERR-unavailable');
  const { store, folder } = await openTestStore(undefined, { busyTimeoutMs: 5000 });
  expect(await store.failingPart()).toBeUndefined();
  const other = new DatabaseSync(join(folder, 'fleet.db'));
  other.exec('begin immediate');
  const ended: string[] = [];
  const named = { slug: 'a', name: 'A' };
  const write = store
    .write((transaction) => insertOrganisation(transaction, named))
    .finally(() => ended.push('write'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(await store.read(listOrganisations)).toEqual([]);
  ended.push('read');
  other.exec('rollback');
  other.close();
  await expect(write).resolves.toMatchObject(named);
  expect(ended).toEqual(['read', 'write']);
});

test('a full disk is unavailable, rolls back, and the store goes on when there is room', async () => {
  proves('ERR-unavailable');
  const { store } = await openTestStore();
  const fill = (size: number) =>
    store.write(async (transaction) => {
      await insertOrganisation(transaction, { slug: 'small', name: 'small' });
      await insertOrganisation(transaction, { slug: 'large', name: 'x'.repeat(size) });
    });
  await store.write(async ({ db }) => {
    const { sql } = await import('kysely');
    await sql`pragma max_page_count = 60`.execute(db);
  });
  const full = { code: 'unavailable', message: 'The disk of the database is full.' };
  await expect(fill(2_000_000)).rejects.toMatchObject(full);
  expect(await store.read(listOrganisations)).toEqual([]);
  await fill(10);
  expect(await store.read(listOrganisations)).toHaveLength(2);
});

test('writes of one commit that fails are all unavailable, and none of them is stored', async () => {
  proves('ERR-unavailable');
  // On a busy processor what came first may be committed without the others: then once more.
  for (let isOneCommit = false; !isOneCommit; ) {
    const { store } = await openTestStore();
    const write = (slug: string, size = 1) =>
      store.write((transaction) =>
        insertOrganisation(transaction, { slug, name: 'x'.repeat(size) }),
      );
    await store.write(async ({ db }) => {
      const { sql } = await import('kysely');
      await sql`pragma max_page_count = 60`.execute(db);
    });
    const ends = await Promise.allSettled([write('a'), write('b'), write('c', 2_000_000)]);
    const failed = ends.filter(({ status }) => status === 'rejected');
    const unavailable = { status: 'rejected', reason: { code: 'unavailable', status: 503 } };
    expect(failed).toMatchObject(failed.map(() => unavailable));
    expect(ends.at(-1)).toMatchObject(unavailable);
    expect(await store.read(listOrganisations)).toHaveLength(ends.length - failed.length);
    expect(await Promise.all([write('d'), write('e')])).toHaveLength(2);
    isOneCommit = failed.length === ends.length;
  }
});

test('a write that the disk did not confirm goes past the journal, and is unavailable where it cannot', async () => {
  proves('ERR-unavailable');
  const { store, folder } = await openTestStore();
  const write = (slug: string) =>
    store.write((transaction) => insertOrganisation(transaction, { slug, name: slug }));
  await write('a');
  const journal = await open(join(folder, 'fleet.db-wal'));
  const refusal = Object.assign(new Error('i/o error'), { code: 'EIO' });
  const datasync = vi.spyOn(Object.getPrototypeOf(journal), 'datasync');
  datasync.mockRejectedValueOnce(refusal);
  // Others see it already: whoever is told of a failure would do it a second time.
  expect(await write('b')).toMatchObject({ slug: 'b' });
  expect((await journal.stat()).size, 'it is in the database').toBe(0);
  datasync.mockRejectedValueOnce(refusal);
  const reader = new DatabaseSync(join(folder, 'fleet.db'));
  reader.exec('begin; select count(*) from organisations');
  const unavailable = { code: 'unavailable', status: 503 };
  await expect(write('c')).rejects.toMatchObject(unavailable);
  await expect(write('d'), 'while it cannot be written back').rejects.toMatchObject(unavailable);
  reader.close();
  const { size } = await journal.stat();
  let isTold = false;
  datasync.mockImplementationOnce(async () => {
    expect((await journal.stat()).size, 'of one write').toBeLessThan(size);
    expect(isTold, 'before it is on the disk').toBe(false);
  });
  await write('e').then(() => {
    isTold = true;
  });
  expect(datasync).toHaveBeenCalledTimes(3);
  datasync.mockRestore();
  await journal.close();
});

test('a database that was removed or replaced takes nothing that would be lost', async () => {
  proves('ERR-unavailable');
  const { store, folder } = await openTestStore();
  const path = join(folder, 'fleet.db');
  const write = () =>
    store.write((transaction) => insertOrganisation(transaction, { slug: 'a', name: 'A' }));
  await rename(path, join(folder, 'moved.db'));
  await expect(write()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(store.statistics.jobStatistics(span)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await readdir(folder)).not.toContain('fleet.db');
  await copyFile(join(folder, 'moved.db'), path);
  await expect(write()).rejects.toMatchObject({ code: 'unavailable' });
  await rename(join(folder, 'moved.db'), path);
  await expect(write()).resolves.toMatchObject({ slug: 'a' });
});

test('a database whose pages are no longer one is unavailable', async () => {
  proves('ERR-unavailable');
  const { store, folder } = await openTestStore();
  await store.write((transaction) => insertOrganisation(transaction, { slug: 'a', name: 'A' }));
  for (const name of ['fleet.db', 'fleet.db-wal']) {
    const path = join(folder, name);
    const { size } = await stat(path);
    await writeFile(path, Buffer.alloc(size, 'A'), { flag: 'r+' });
  }
  await expect(store.read(listOrganisations)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(store.statistics.jobStatistics(span)).rejects.toMatchObject({ code: 'unavailable' });
});

test('an error of our own is not called an outage', async () => {
  const { store } = await openTestStore();
  const twice = () =>
    store.write((transaction) => insertOrganisation(transaction, { slug: 'a', name: 'A' }));
  await twice();
  await expect(twice()).rejects.not.toMatchObject({ code: 'unavailable' });
});
