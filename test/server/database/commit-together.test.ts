import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Store, WriteTransaction } from '../../../src/server/database/store.ts';
import {
  insertOrganisation,
  listOrganisations,
} from '../../../src/server/organisation/organisation-queries.ts';
import { databaseOf, isOnPostgres } from '../../support/postgres/test-database.ts';
import { proves } from '../../support/proves.ts';
import { openTestStore } from '../../support/test-store.ts';

const slugsOf = async (store: Store): Promise<string[]> =>
  (await store.read(listOrganisations)).map(({ slug }) => slug);

/** PostgreSQL commits those together that say what they change. */
const TURNS = ['organisations'];

type During = (transaction: WriteTransaction) => unknown;

/** Writes one organisation; `during` runs within its transaction. */
function write(
  store: Store,
  slug: string,
  during: During = () => {},
  turns: readonly string[] = TURNS,
): Promise<string> {
  return store.write(async (transaction) => {
    await insertOrganisation(transaction, { slug, name: slug });
    await during(transaction);
    return slug;
  }, turns);
}

// A process that is held up for some milliseconds here commits in two parts.
test('writes that wait at the same time are committed together, and told of then', {
  retry: 3,
}, async () => {
  const { store } = await openTestStore();
  const told: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = write(store, 'first', () => gate.promise);
  let seen: unknown;
  const others = [
    write(store, 'a'),
    write(store, 'b', async () => {
      seen = { committed: await slugsOf(store), told: [...told] };
    }),
    write(store, 'c'),
  ];
  for (const one of [first, ...others]) void one.then((slug) => told.push(slug));
  gate.resolve();
  await Promise.all([first, ...others]);
  expect(told).toEqual(['first', 'a', 'b', 'c']);
  expect(await slugsOf(store)).toEqual(['first', 'a', 'b', 'c']);
  // What was written before in the same commit was not committed yet, nor its writer told.
  expect(seen).toEqual({ committed: [], told: [] });
});

test('of writes committed together one that fails leaves nothing and disturbs no other', async () => {
  const { store, woken } = await openTestStore();
  const failing = (slug: string) =>
    store.write(async (transaction) => {
      await insertOrganisation(transaction, { slug, name: slug });
      transaction.wake(slug);
      throw new Error(`${slug} failed`);
    }, TURNS);
  const twice = () =>
    store.write(async (transaction) => {
      const { id } = await insertOrganisation(transaction, { slug: 'twice', name: 'Twice' });
      const row = { ...(await listOrganisations(transaction.db))[0], id };
      await transaction.db
        .insertInto('organisations')
        .values(row as never)
        .execute();
    }, TURNS);
  const ends = await Promise.allSettled([
    write(store, 'a'),
    failing('b'),
    write(store, 'c'),
    twice(),
    write(store, 'e'),
  ]);
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect((ends[1] as PromiseRejectedResult).reason).toMatchObject({ message: 'b failed' });
  expect((await slugsOf(store)).sort()).toEqual(['a', 'c', 'e']);
  expect(woken).toEqual([]);
});

if (isOnPostgres()) {
  test('writes of one commit whose connection is lost are all unavailable, and none is stored', async () => {
    proves('ERR-unavailable');
    const { store } = await openTestStore();
    const gate = Promise.withResolvers<void>();
    const ends = Promise.allSettled([
      write(store, 'first', () => gate.promise),
      write(store, 'a'),
      write(store, 'b', ({ db }) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)),
      write(store, 'c'),
    ]);
    gate.resolve();
    const unavailable = { status: 'rejected', reason: { code: 'unavailable', status: 503 } };
    expect((await ends)[2]).toMatchObject(unavailable);
    const stored = (await ends).filter(({ status }) => status === 'fulfilled');
    expect(await slugsOf(store)).toEqual(stored.map((end) => (end as { value: string }).value));
  });

  // A process that is held up for a tenth of a second tells the last of them of the first one's error.
  test('on a full disk writes that wait together are all told after one more try of each', {
    retry: 3,
  }, async () => {
    proves('ERR-unavailable');
    const { store, folder } = await openTestStore();
    const client = await connect(folder);
    await client.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$`);
    await client.query(`create trigger refuse before insert on organisations for each row
      when (new.slug like 'full%') execute function refuse()`);
    const transactions = new Set<unknown>();
    const slugs = ['full-1', 'small-1', 'full-2', 'full-3', 'small-2'];
    const writes = slugs.map((slug) =>
      store.write(async (transaction) => {
        const begun = sql`select txid_current() as id, pg_sleep(0.012)`;
        const { rows } = await begun.execute(transaction.db);
        transactions.add((rows[0] as { id: unknown }).id);
        await insertOrganisation(transaction, { slug, name: slug });
        return slug;
      }, TURNS),
    );
    const ends = await Promise.allSettled(writes);
    expect(ends).toMatchObject(
      slugs.map((slug) =>
        slug.startsWith('small')
          ? { status: 'fulfilled', value: slug }
          : { status: 'rejected', reason: { code: 'unavailable', status: 503 } },
      ),
    );
    expect(transactions.size).toBe(2);
    expect((await slugsOf(store)).sort()).toEqual(['small-1', 'small-2']);
  });

  test('who waits in vain for the turn of another process fails alone', async () => {
    proves('ERR-unavailable');
    const { store, folder } = await openTestStore();
    const [holder, observer] = await Promise.all([connect(folder), connect(folder)]);
    await holder.query(`begin; select pg_advisory_xact_lock(hashtextextended('held', 4))`);
    const ends = Promise.allSettled([
      write(store, 'a', undefined, ['one']),
      write(store, 'b', undefined, ['other', 'held']),
      write(store, 'c', undefined, ['other']),
      write(store, 'd', undefined, ['one']),
    ]);
    await expect.poll(() => cancelWaiting(observer)).toBeGreaterThan(0);
    expect((await ends).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect((await ends)[1]).toMatchObject({ reason: { code: 'unavailable', status: 503 } });
    expect((await slugsOf(store)).sort()).toEqual(['a', 'c', 'd']);
  });
}

async function connect(folder: string): Promise<Client> {
  const client = new Client({ connectionString: await databaseOf(folder) });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Ends the statements that wait for a lock here, as their timeout would; gives how many there were. */
async function cancelWaiting(client: Client): Promise<number> {
  const { rowCount } = await client.query(
    `select pg_cancel_backend(pid) from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rowCount ?? 0;
}
