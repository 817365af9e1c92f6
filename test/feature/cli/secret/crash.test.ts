import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { manyRuns } from '../../../prove/secrets/many-runs.ts';
import { isOnPostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';

const RUNS = 10;

test('kill -9 anywhere loses nothing that can be kept, doubles nothing and leaves nothing', async ({
  skip,
}) => {
  skip(isOnPostgres(), 'the run is about the client; the server has its own tests on PostgreSQL');
  proves('UI-secret-crash', 'UI-secret-file', 'UI-secret-dotenv', 'UI-secret-stdout');
  const results = await manyRuns({ first: 1, count: RUNS, atOnce: availableParallelism() });
  expect(results.flatMap(({ faults, seed }) => faults.map((fault) => [seed, fault]))).toEqual([]);
  expect(results).toHaveLength(RUNS);
  const killed = new Set(results.flatMap(({ killedIn }) => killedIn));
  expect(killed.size).toBeGreaterThan(3);
}, 120_000);
