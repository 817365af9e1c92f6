import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longPoll } from '../../../src/server/long-poll/long-poll.ts';
import { createWaiters } from '../../../src/server/long-poll/waiters.ts';
import { openTestService } from '../../support/test-service.ts';

test('beyond 64 requests of one key, and beyond the whole, nobody is held', () => {
  const waiters = createWaiters({ total: 3, perOwner: 2 });
  const first = waiters.register('a', 'key');
  expect(waiters.register('b', 'key')).toBeDefined();
  expect(waiters.register('c', 'key')).toBeUndefined();
  expect(waiters.register('c', 'other')).toBeDefined();
  expect(waiters.register('d', 'third')).toBeUndefined();
  first?.release();
  first?.release();
  expect(waiters.waiting).toBe(2);
  expect(waiters.register('d', 'third')).toBeDefined();
});

test('the limits are 20,000 requests in a process and 64 for one key', () => {
  const waiters = createWaiters();
  for (let count = 0; count < 64; count += 1) {
    expect(waiters.register(`topic ${count}`, 'key')).toBeDefined();
  }
  expect(waiters.register('one more', 'key')).toBeUndefined();
  for (let count = 64; count < 20_000; count += 1) waiters.register('topic', `key ${count}`);
  expect(waiters.waiting).toBe(20_000);
  expect(waiters.register('topic', 'another key')).toBeUndefined();
});

test('a request over the limit is answered at once', async () => {
  const fixture = await openTestService({ waiterLimits: { total: 0, perOwner: 0 } });
  const { service } = fixture;
  const signal = new AbortController().signal;
  const known = 'as it is';
  const options = { service, topic: 't', owner: 'h', waitSeconds: 60, signal, known };
  expect(await longPoll(options, async () => ({ value: 'seen', done: false }))).toBe(known);
});

test('a hold that is given up looks no more: thousands end at once when the server stops', async () => {
  const fixture = await openTestService();
  const { service } = fixture;
  const stop = new AbortController();
  const options = { service, topic: 't', owner: 'h', waitSeconds: 60, known: 0 };
  let looks = 0;
  const held = longPoll({ ...options, signal: stop.signal }, async () => {
    looks += 1;
    return { value: looks, done: false };
  });
  await fixture.untilHeld();
  stop.abort();
  expect(await held).toBe(1);
  expect(looks).toBe(1);
});

test('no hold is longer than the service’s cap', async () => {
  const fixture = await openTestService({ maxHoldSeconds: 5 });
  const { service, clock } = fixture;
  const signal = new AbortController().signal;
  const options = { service, topic: 't', owner: 'h', waitSeconds: 240, signal, known: 0 };
  const held = longPoll(options, async () => ({ value: clock.now(), done: false }));
  const start = clock.now();
  await fixture.untilHeld();
  clock.advance(5000);
  expect((await held) - start).toBe(5000);
});

test('no wake is lost, wherever it falls between registering, reading and waiting', async () => {
  const { service } = await openTestService();
  const signal = new AbortController().signal;
  const pauses = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(pauses, fc.nat({ max: 6 }), async (readPauses, writePause) => {
      let finished = false;
      let looks = 0;
      const row = { topic: 'row', owner: 'h', known: false };
      const options = { service, ...row, waitSeconds: 60, signal };
      const held = longPoll(options, async () => {
        const seen = finished;
        await turns(readPauses[looks % readPauses.length] ?? 0);
        looks += 1;
        return { value: seen, done: seen };
      });
      await turns(writePause);
      finished = true;
      service.waiters.wake(['row']);
      expect(await held).toBe(true);
    }),
    { numRuns: 300 },
  );
});

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}
