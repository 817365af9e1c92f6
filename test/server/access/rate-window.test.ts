import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateLimit } from '../../../src/server/access/rate-limit.ts';

test('a full window opens again exactly 60 seconds later, and no wider than before', async () => {
  const limit = createRateLimit();
  for (const at of [0, 60_000, 120_000]) {
    for (let count = 0; count < 600; count += 1) expect(await limit.take('key', at)).toBe(0);
    expect(await limit.take('key', at)).toBe(60);
    expect(await limit.take('key', at + 59_999)).toBe(1);
  }
});

test('no window of 60 seconds holds more than 600, and Retry-After is kept', async () => {
  const gap = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), fc.constant(60_000));
  await fc.assert(
    fc.asyncProperty(fc.array(gap, { minLength: 700, maxLength: 1500 }), async (gaps) => {
      const limit = createRateLimit();
      const accepted: number[] = [];
      let now = 1_000_000;
      for (const ms of gaps) {
        now += ms;
        const waitSeconds = await limit.take('key', now);
        if (waitSeconds === 0) accepted.push(now);
        else {
          const oldest = accepted.at(-600) ?? 0;
          expect(now - oldest).toBeLessThan(60_000);
          expect(now + waitSeconds * 1000).toBeGreaterThanOrEqual(oldest + 60_000);
          expect(now + (waitSeconds - 1) * 1000).toBeLessThan(oldest + 60_000);
        }
      }
      for (const [index, at] of accepted.entries()) {
        expect(at - (accepted[index - 600] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(
          60_000,
        );
      }
    }),
    { numRuns: 20 },
  );
});
