import { expect, test } from 'vitest';
import { soakBridge } from '../../prove/bridge/soak.ts';

test('twenty calls a second with faults: every one answered once, none that acts run twice, memory flat', async () => {
  const { refused, rss_bytes_max: _, rss_growth: growth, ...figures } = await soakBridge(60);
  expect(figures).toEqual({ calls: 1200, lost: 0, doubled: 0, ran_twice: 0, wrong: [] });
  expect(refused).toBeGreaterThan(0);
  expect(growth).toBeLessThanOrEqual(1.1);
}, 120_000);
