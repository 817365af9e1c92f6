import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Store } from '../../../../src/server/database/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

proves('HEALTH-checks');

const GOOD = { status: 200, body: { status: 'ok' } };

/** A server, and its health after its last answer has got old. */
async function startChecked() {
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  async function health() {
    clock.advance(5000);
    return server.call('/healthz', { scope: 'none' });
  }
  return { server, clock, health };
}

/** Lets the file have so many pages at most, as a full disk would. */
function limitPages(store: Store, pages: number): Promise<void> {
  return store.write(async ({ db }) => {
    await sql.raw(`pragma max_page_count = ${pages}`).execute(db);
  });
}

test('a full disk is told as the check that fails, and its end by itself', async () => {
  const { server, health } = await startChecked();
  const { store } = server.service;
  await limitPages(store, 1);
  const full = await health();
  expect(full).toMatchObject({ status: 503, body: { code: 'unavailable', check: 'disk' } });
  expect(full.headers.get('content-type')).toBe('application/problem+json');
  expect(full.headers.get('retry-after')).toBe('1');
  await limitPages(store, 1_000_000);
  expect(await health()).toMatchObject(GOOD);
});

test('a database that was moved away or is locked is told as such, and its end by itself', async () => {
  const { server, health } = await startChecked();
  const [path, moved] = ['fleet.db', 'moved.db'].map((name) => join(server.dataFolder, name));
  await rename(path ?? '', moved ?? '');
  const away = { status: 503, body: { code: 'unavailable', check: 'database' } };
  expect(await health()).toMatchObject(away);
  await rename(moved ?? '', path ?? '');
  expect(await health()).toMatchObject(GOOD);
  const other = new DatabaseSync(path ?? '');
  other.exec('begin immediate');
  expect(await health()).toMatchObject(away);
  other.exec('rollback');
  other.close();
  expect(await health()).toMatchObject(GOOD);
});

test('who asks often gets the same answer for five seconds, or for one while something fails', async () => {
  const { server, clock, health } = await startChecked();
  const again = () => server.call('/healthz', { scope: 'none' });
  expect(await health()).toMatchObject(GOOD);
  const other = new DatabaseSync(join(server.dataFolder, 'fleet.db'));
  other.exec('begin immediate');
  clock.advance(4000);
  expect(await again()).toMatchObject(GOOD);
  clock.advance(1000);
  expect((await again()).status).toBe(503);
  other.exec('rollback');
  expect((await again()).status).toBe(503);
  clock.advance(1000);
  expect(await again()).toMatchObject(GOOD);
  other.exec('begin immediate');
  clock.sleep(-3_600_000);
  expect((await again()).status).toBe(503);
  other.close();
});
