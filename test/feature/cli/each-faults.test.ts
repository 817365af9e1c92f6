import { expect, test } from 'vitest';
import { manyHandsRuns } from '../../prove/hands/many-runs.ts';
import { isOnPostgres } from '../../support/postgres/test-database.ts';
import { proves } from '../../support/proves.ts';

const RUNS = 10;

test('behind a proxy that cuts, delays and doubles nothing runs twice, and what is told is so', async ({
  skip,
}) => {
  skip(isOnPostgres(), 'the run is about the client; the server has its own tests on PostgreSQL');
  proves('UI-each-once', 'UI-each-retry', 'UI-each-interrupt', 'UI-skill-push');
  const results = await manyHandsRuns({ first: 1, count: RUNS, atOnce: RUNS });
  expect(results.flatMap(({ faults, seed }) => faults.map((fault) => [seed, fault]))).toEqual([]);
  expect(results).toHaveLength(RUNS);
  // The faults were met, and some of what they left was repeated.
  expect(new Set(results.flatMap(({ met }) => met)).size).toBeGreaterThan(6);
  expect(new Set(results.flatMap((result) => result.results)).size).toBeGreaterThan(3);
}, 60_000);
