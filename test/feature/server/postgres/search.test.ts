import { expect, test } from 'vitest';
import { insertOrganisation } from '../../../../src/server/organisation/organisation-queries.ts';
import { choosePostgres, describePostgres } from '../../../support/postgres/test-database.ts';
import { openTestStore } from '../../../support/test-store.ts';

choosePostgres();

describePostgres('search on PostgreSQL', () => {
  test('finds the newest matches first, among the newest rows and far below them', async () => {
    const { store } = await openTestStore();
    const { sql } = await import('kysely');
    const { id: organisation } = await store.write((transaction) =>
      insertOrganisation(transaction, { slug: 'acme', name: 'Acme' }),
    );
    const columns = await store.read((db) => db.introspection.getTables());
    const deliveries = columns.find(({ name }) => name === 'deliveries')?.columns ?? [];
    const given: Record<string, string> = {
      organisation: `${organisation}`,
      id: 'n',
      search: `case when n = 7 then 'rare needle' when n % 100 = 0 then 'common 50%'
        when n < 3000 then 'old hay' else 'hay' end`,
    };
    const filled = deliveries.filter(({ isNullable, name }) => !isNullable || name in given);
    const zero = (type: string) =>
      type === 'text' ? 'n::text' : type === 'bytea' ? "''::bytea" : '0';
    const values = filled.map(({ dataType, name }) => given[name] ?? zero(dataType));
    await store.write(async ({ db }) => {
      await sql`insert into deliveries (${sql.join(filled.map(({ name }) => sql.ref(name)))})
        select ${sql.raw(values.join(', '))} from generate_series(1, 12000) n`.execute(db);
    });
    const find = (term: string, before?: number) =>
      store.findByText({ organisation, filter: {}, term, before, limit: 3, withinMs: 5000 });
    expect(await find('common')).toEqual({ ids: [12_000, 11_900, 11_800], reached: null });
    expect(await find('50%', 5000)).toEqual({ ids: [4900, 4800, 4700], reached: null });
    expect(await find('needle')).toEqual({ ids: [7], reached: null });
    expect(await find('absent')).toEqual({ ids: [], reached: null });
    expect(await find('ne')).toEqual({ ids: [7], reached: null });
    const old = { ids: [2999, 2998, 2997], reached: null };
    expect(await find('old')).toEqual(old);
    // As many as the planner sees in a table of millions are not taken from the index.
    await store.write(async ({ db }) => {
      await sql`analyze deliveries`.execute(db);
      await sql`update pg_class set reltuples = 10000000 where relname = 'deliveries'`.execute(db);
    });
    expect(await find('old')).toEqual(old);
  });
});
