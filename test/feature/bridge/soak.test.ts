import { expect, test } from 'vitest';
import { HANDLES_GROWTH_MAX, HEAP_GROWTH_BYTES_MAX, soakBridge } from '../../prove/bridge/soak.ts';

// As many faults a second as in the minutes of `npm run prove -- bridge`, with five times the calls between.
test('1,200 calls with faults: every one answered once, none that acts run twice, nothing kept of them', async () => {
  const soaked = await soakBridge(1200, { everyMs: 10, faultEvery: 15 });
  const { calls, lost, doubled, ran_twice, wrong, refused } = soaked;
  expect({ calls, lost, doubled, ran_twice, wrong }).toEqual({
    calls: 1200,
    lost: 0,
    doubled: 0,
    ran_twice: 0,
    wrong: [],
  });
  expect(refused).toBeGreaterThan(0);
  expect(soaked.heap_growth_bytes).toBeLessThanOrEqual(HEAP_GROWTH_BYTES_MAX);
  expect(soaked.handles_growth).toBeLessThanOrEqual(HANDLES_GROWTH_MAX);
}, 120_000);
