import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateLimit } from '../../../src/server/access/rate-limit.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { startTestServer } from '../../support/test-server.ts';

test('a key has 600 requests in any 60 seconds, refused ones of any kind among them', async () => {
  proves(
    'LIM-request-rate',
    'ERR-rate_limited',
    'ERR-rate_limited@every-operation',
    'WIRE-rate-window',
  );
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const paths = ['/api/v1/me', '/api/v1/jobs/none', '/api/v1/none', '/api/v1/jobs?limit=0'];
  for (let count = 0; count < 600; count += 1) {
    if (count === 300) clock.advance(10_500);
    const { status } = await server.call(paths[count % 4] ?? '', { scope: 'read' });
    expect(status).not.toBe(429);
  }
  const refused = await server.tool('list_machines', {}, 'read');
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  expect(refused.headers.get('retry-after')).toBe('50');
  expect((await server.call('/api/v1/me', { scope: 'run' })).status).toBe(200);
  clock.advance(49_499);
  expect((await server.call('/api/v1/me', { scope: 'read' })).status).toBe(429);
  clock.advance(501);
  expect((await server.call('/api/v1/me', { scope: 'read' })).status).toBe(200);
}, 60_000);

test('a clock that was set back an hour does not keep a key out for an hour', async () => {
  proves('LIM-request-rate');
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const ask = async () => (await server.call('/api/v1/me', { scope: 'read' })).status;
  // As somebody who is never near the limit.
  for (let count = 0; count < 600; count += 1) {
    expect(await ask()).toBe(200);
    clock.advance(1000);
  }
  clock.sleep(-3_600_000);
  expect(await ask()).toBe(200);
});

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
