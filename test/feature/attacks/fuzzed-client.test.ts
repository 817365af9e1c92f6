import { expect, test } from 'vitest';
import { fuzzClient } from '../../prove/client/fuzz-client.ts';
import { proves } from '../../support/proves.ts';

const CASES = 2_000;

test('no catalogue and no answer whatever makes the client crash, hang, evaluate, draw or write elsewhere', async () => {
  proves('ATTACK-fuzzed-client');
  const { cases, faults } = await fuzzClient({ cases: CASES, seed: 1 });
  expect(faults).toEqual([]);
  expect(cases).toBe(CASES);
}, 120_000);
