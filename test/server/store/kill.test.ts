import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listOrganisations } from '../../../src/server/store/organisations.ts';
import { newDataFolder, openTestStore } from './open-test-store.ts';

const WRITER = fileURLToPath(new URL('writer-process.ts', import.meta.url));
const ROUNDS = 4;

/** Kills a writer once it has acknowledged `count` rows; gives all it acknowledged. */
async function writeUntilKilled(folder: string, round: number, count: number): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, folder, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === count) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return acknowledged;
}

test('a server killed while it writes has lost nothing that it acknowledged', async () => {
  const folder = newDataFolder();
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    acknowledged.push(...(await writeUntilKilled(folder, round, 40 + 7 * round)));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(202);
  const { store } = await openTestStore(folder);
  const stored = new Set((await store.read(listOrganisations)).map(({ slug }) => slug));
  expect(acknowledged.filter((slug) => !stored.has(slug))).toEqual([]);
  const database = new DatabaseSync(join(folder, 'fleet.db'), { readOnly: true });
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
});
