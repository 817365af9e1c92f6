import { expect, test } from 'vitest';
import { openDatabase } from '../../../../src/server/database/open-store.ts';
import { MIGRATED } from '../../../support/postgres/create-database.ts';
import { createTestDatabase, needsPostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

needsPostgres();

async function openCounter() {
  const database = await createTestDatabase(MIGRATED);
  const options = { folder: newTemporaryFolder(), database, role: 'admin' } as const;
  const { dialect, countRequest } = await openDatabase(options);
  if (countRequest === undefined) throw new Error('nothing counts');
  return { countRequest, close: () => dialect.close() };
}

test('600 requests pass in any minute, and one that is told to wait passes then', async () => {
  proves('LIM-request-rate');
  const { countRequest, close } = await openCounter();
  const start = 1_700_000_000_250;
  for (let count = 0; count < 300; count += 1) expect(await countRequest('key', start)).toBe(0);
  for (let count = 0; count < 300; count += 1) {
    expect(await countRequest('key', start + 30_000)).toBe(0);
  }
  expect(await countRequest('another key', start + 30_000)).toBe(0);
  const wait = await countRequest('key', start + 59_700);
  expect(wait).toBe(1);
  expect(await countRequest('key', start + 59_700 + wait * 1000)).toBe(0);
  const rest = await Promise.all(
    Array.from({ length: 400 }, () => countRequest('key', start + 61_000)),
  );
  expect(rest.filter((seconds) => seconds === 0)).toHaveLength(299);
  expect(Math.max(...rest)).toBe(30);
  expect(await countRequest('key', start + 10 * 60_000)).toBe(0);
  await close();
});
