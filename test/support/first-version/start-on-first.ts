import { onTestFinished } from 'vitest';
import { startServer } from '../../../src/server/start.ts';
import { createFakeClock } from '../fake-clock.ts';
import { createTestDatabase, isOnPostgres } from '../postgres/test-database.ts';
import { newTemporaryFolder } from '../temporary-folder.ts';
import {
  FIRST_ON_POSTGRES,
  FIRST_ON_SQLITE,
  restoreFirstDatabase,
  WRITTEN_AT,
  writeFirstDatabase,
} from './first-version.ts';

/** A database as the first version left it, on the engine of the running test. */
export async function firstDatabase() {
  const folder = newTemporaryFolder();
  if (!isOnPostgres()) {
    await writeFirstDatabase(folder);
    return { folder, database: undefined };
  }
  const database = await createTestDatabase();
  await restoreFirstDatabase(database);
  return { folder, database };
}

/** A server of today on it, minutes after it was written, and calls with the key of back then. */
export async function startOnFirst() {
  const first = isOnPostgres() ? FIRST_ON_POSTGRES : FIRST_ON_SQLITE;
  const { folder, database } = await firstDatabase();
  const clock = createFakeClock(WRITTEN_AT);
  const listen = '127.0.0.1:0';
  const server = await startServer({ listen, dataFolder: folder, database, clock });
  onTestFinished(() => server.close());

  async function tool(name: string, input: object = {}) {
    const response = await fetch(`${server.baseUrl}/api/v1/tools/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${first.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    return { status: response.status, body: (await response.json()) as any };
  }

  return { first, server, tool };
}
