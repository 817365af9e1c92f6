import { expect, test } from 'vitest';
import { refreshDelayMs } from '../../../src/bridge/tools/tool-list.ts';

test.each([
  ['fetched', 0, 0, 300_000],
  ['fetched', 0, 1, 330_000],
  ['unavailable', 1, 0, 2000],
  ['unavailable', 4, 0, 16_000],
  ['unavailable', 9, 0, 30_000],
  ['refused', 5, 0, 32_000],
  ['refused', 5000, 0, 300_000],
] as const)(
  'after %s for the %ith time and %d of jitter it looks again in %i ms',
  (look, failures, random, ms) => {
    expect(refreshDelayMs(look, failures, random)).toBe(ms);
  },
);
