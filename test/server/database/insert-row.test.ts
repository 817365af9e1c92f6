import { expect, test } from 'vitest';
import { insertRow } from '../../../src/server/database/insert-row.ts';
import { openTestStore } from '../../support/test-store.ts';

test('rows with their columns in another order, or with fewer, each get their own values', async () => {
  const { store } = await openTestStore();
  const kept = { organisation: 1, day: 7, version: 3, figures: 'a' };
  const turned = { figures: 'b', version: 4, day: 8, organisation: 1 };
  const fewer = { organisation: 1, day: 9, version: 5, figures: undefined as never };
  await store.write(async ({ db }) => {
    for (const row of [kept, turned, fewer, { ...kept, day: 10 }]) {
      await insertRow(db, 'kept_days', row);
    }
  });
  const rows = await store.read((db) =>
    db.selectFrom('kept_days').selectAll().orderBy('day').execute(),
  );
  expect(rows).toEqual([kept, turned, { ...fewer, figures: null }, { ...kept, day: 10 }]);
});
