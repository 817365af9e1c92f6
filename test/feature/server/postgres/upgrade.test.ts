import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../../src/server/database/open-store.ts';
import type { Store } from '../../../../src/server/database/store.ts';
import { firstDatabase } from '../../../support/first-version/start-on-first.ts';
import { expectPinned } from '../../../support/pinned.ts';
import { MIGRATED } from '../../../support/postgres/create-database.ts';
import { createTestDatabase, onPostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';

onPostgres(async () => {
  await import('../serve/upgrade.test.ts');

  test('two servers that migrate a database at once both work on it', async () => {
    proves('UPGRADE-at-once');
    const options = { ...(await firstDatabase()), role: 'server' } as const;
    const stores = await Promise.all([openStore(options, []), openStore(options, [])]);
    onTestFinished(async () => {
      for (const store of stores) await store.close();
    });
    const newId = (store: Store) => store.write(async (transaction) => transaction.newId());
    expect(new Set(await Promise.all(stores.map(newId))).size).toBe(2);
  });

  test('tables of the database', async () => {
    proves('PACKAGE-stable');
    const client = new Client({ connectionString: await createTestDatabase(MIGRATED) });
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query(
      `select concat(table_name, '.', column_name, ' ', data_type) as line
       from information_schema.columns where table_schema = 'public'`,
    );
    expectPinned(
      'database-postgres',
      rows.map(({ line }) => line),
    );
  });

  test('a newer database is refused, and nothing is written to it', async () => {
    proves('UPGRADE-newer');
    const options = { ...(await firstDatabase()), role: 'server' } as const;
    const client = new Client({ connectionString: options.database });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("insert into migrations values ('9999-from-the-future', 0)");
    await expect(openStore(options, [])).rejects.toMatchObject({
      kind: 'local',
      facts: { code: 'newer_database', detail: expect.stringContaining('9999-from-the-future') },
    });
    const { rows } = await client.query('select name from migrations order by name desc limit 2');
    const names = rows.map(({ name }) => name);
    expect(names).toEqual(['9999-from-the-future', '0006-channels-and-issues']);
  });
});
