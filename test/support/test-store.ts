import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { openStore } from '../../src/server/database/open-store.ts';
import type { Store } from '../../src/server/database/store.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { databaseOf } from './postgres/test-database.ts';
import { newMigratedFolder } from './setup/migrated-folder.ts';

export interface TestStore {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly folder: string;
  /** Topics that committed transactions woke, in order. */
  readonly woken: readonly string[];
}

/** A real store on disk that ends with the running test. */
export async function openTestStore(
  folder = newMigratedFolder(),
  { busyTimeoutMs = 50 } = {},
): Promise<TestStore> {
  const clock = createFakeClock();
  const woken: string[] = [];
  const onWake = (topics: readonly string[]) => woken.push(...topics);
  const database = await databaseOf(folder);
  const store = await openStore(
    { folder, database, clock, role: 'server', onWake, busyTimeoutMs },
    [],
  );
  onTestFinished(() => store.close());
  return { store, clock, folder, woken };
}

/** Locks the SQLite database of this data folder until the test ends: it is read, but nothing is written. */
export function lockDatabase(folder: string): void {
  const holder = new DatabaseSync(join(folder, 'fleet.db'), { timeout: 10_000 });
  holder.exec('begin immediate');
  onTestFinished(() => holder.close());
}
