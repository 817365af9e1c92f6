import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listOrganisations } from '../../../src/server/organisation/organisation-queries.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';
import { openTestStore } from '../../support/test-store.ts';

const WRITER = fileURLToPath(new URL('../../support/writer-process.ts', import.meta.url));
const ROUNDS = 4;

interface Round {
  readonly folder: string;
  readonly number: number;
  /** The writer is killed once it has acknowledged so many rows. */
  readonly rows: number;
  /** Aborts with the test, so that no writer outlives it. */
  readonly signal: AbortSignal;
}

/** Gives everything that the writer acknowledged before it died. */
async function writeUntilKilled({ folder, number, rows, signal }: Round): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, folder, String(number)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    killSignal: 'SIGKILL',
    signal,
  });
  const ended = once(child, 'close');
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === rows) child.kill('SIGKILL');
  }
  await ended;
  return acknowledged;
}

test('a server killed while it writes has lost nothing that it acknowledged', async ({
  signal,
}) => {
  const folder = newTemporaryFolder();
  const acknowledged: string[] = [];
  for (let number = 0; number < ROUNDS; number += 1) {
    const rows = 40 + 7 * number;
    acknowledged.push(...(await writeUntilKilled({ folder, number, rows, signal })));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(202);
  const { store } = await openTestStore(folder);
  const stored = new Set((await store.read(listOrganisations)).map(({ slug }) => slug));
  expect(acknowledged.filter((slug) => !stored.has(slug))).toEqual([]);
  const database = new DatabaseSync(join(folder, 'fleet.db'), { readOnly: true });
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
});
